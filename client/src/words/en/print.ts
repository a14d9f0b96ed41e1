/** English: what the page that prints the cards says, and what stands on printed cards only. */

import { many } from '../common';

export const print = {
  title: 'Print and play',
  reference: 'Reference sheet',
  linkCards: 'Print the cards',
  linkSheet: 'Print a reference sheet',
  line: (cards: number, sheets: number) => `${cards} cards of 63 × 88 mm on ${many(sheets, 'sheet')}.`,
  designers: 'The cards of this game are its designers’ to print. This sheet lists what is on them, to lie beside your own copy.',
  how: 'In the print dialog choose actual size (100%), no margins and, for the colors, background graphics. The ruler on every sheet must then measure 50 mm.',
  paper: 'Paper',
  papers: { a4: 'A4', letter: 'US Letter' },
  bleed: 'Bleed',
  bleeds: { none: 'None', three: '3 mm' },
  backs: 'Backs',
  backings: { none: 'None', long: 'On every second page: print both sides, flip on the long edge' },
  ink: 'Ink',
  inks: { color: 'Color', black: 'Black and white' },
  type: 'Type',
  types: { usual: 'Usual', large: 'Large' },
  print: 'Print',
  preview: 'The pages',
  page: (game: string, sheet: number, of: number, back: boolean) => `${game} · ${back ? 'back of sheet' : 'sheet'} ${sheet} of ${of}`,
  ruler: '50 mm',
  borders: (states: readonly string[]) => `Borders ${states.join(', ')}`,
  turn: 'a turn',
  mate: 'Base +2 in your own party, +1 in the next one',
  manager: 'Base +1',
  trade: 'Or trade in for $3',
  kinds: { state: 'State', candidate: 'Candidate', group: 'Group', mate: 'Running mate', manager: 'Campaign manager', action: 'Action' },
  total: (votes: number) => `${many(votes, 'vote')} in all`,
};
