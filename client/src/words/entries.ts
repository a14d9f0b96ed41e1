/** The shapes of texts that every language has. It imports nothing, so that the texts can import it. */

/** A word of elections, explained in a sentence or two. */
export interface Entry {
  term: string;
  text: string;
}

/** A rule by which a debrief counts, as `hustings.debrief` has it in English: holes in braces are filled with facts. */
export interface RuleWords {
  name?: string;
  text: string;
  question?: string;
}

/** A question that the class page asks; right: the number of the right answer, from 0, if there is one. */
export interface Question {
  text: string;
  answers: readonly string[];
  right?: number;
  /** Why that answer is right, for the answer key. */
  why?: string;
}

/** What the lesson sheets say of a game; play: by the length of the lesson in minutes. */
export interface LessonWords {
  aim: string;
  /** Something that pupils can do at the end. */
  goal: string;
  /** Words of the curriculum, as the glossary has them. */
  terms: readonly string[];
  /** What to choose when the class is opened, by the length of the lesson. */
  open?: Readonly<Partial<Record<45 | 90, string>>>;
  predict: readonly Question[];
  /** The steps of the practice round, on the projector. */
  practice: readonly string[];
  play: Readonly<Record<45 | 90, readonly string[]>>;
  /** Asked halfway through the game. */
  halfway: Question;
  discuss: readonly Question[];
  /** What the debrief says last, and the exit ticket asks about. */
  remember: readonly string[];
  exit: readonly Question[];
}

/** When somebody may speak: at the start, of something gained, lost or nearly so, and at the end, having won or not. */
export type Occasion = 'begin' | 'gain' | 'loss' | 'close' | 'won' | 'lost';

export interface Spoken {
  /** A sentence about them; in English the server's. */
  manner?: string;
  /** Several lines for an occasion are said by turns. */
  lines: Readonly<Record<Occasion, readonly string[]>>;
}

export type People = Readonly<Record<string, Spoken>>;

/** How a class's tables were decided: by eliminations, by a majority, by the lead when the time was over, or by most or fewest votes. */
export interface Decided {
  by: 'counts' | 'majority' | 'lead' | 'most' | 'fewest';
  /** The votes that win, 0 if no number does, and those of all states in play. */
  needed: number;
  votes: number;
  /** Tables whose winner has fewer than a majority. */
  short: number;
  tables: number;
}
