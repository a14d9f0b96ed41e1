/** A file of words of which only the glossary is wanted: the bundler makes that part a file of its own. */
declare module '*?glossary' {
  export const glossary: readonly import('.').Entry[];
}

/** The same of what is said at the games' tables. */
declare module '*?games' {
  export const games: Readonly<Record<string, import('./merge').GameWords>>;
}

/** The same of the page that prints the cards. */
declare module '*?print' {
  export const print: import('.').Print;
}

/** The same of the pages of a class. */
declare module '*?classes' {
  export const classes: import('.').Classes;
}
