/** A file of words of which only the glossary is wanted: the bundler makes that part a file of its own. */
declare module '*?glossary' {
  export const glossary: readonly import('.').Entry[];
}

/** The same of the page that prints the cards. */
declare module '*?print' {
  export const print: import('.').Print;
}

/** The same of the pages of a class. */
declare module '*?classes' {
  export const classes: import('.').Classes;
}

/** The same of the lesson sheets. */
declare module '*?lessons' {
  export const lessons: import('.').Lessons;
}
