/**
 * Positions of cards on sheets of paper. All lengths are in tenths of a millimetre; the page draws them as whole pixels
 * and then scales them.
 */

import type { CardInfo } from '../lib/protocol';
import { numberOf } from '../lib/read';

export type Paper = 'a4' | 'letter';
export type Bleed = 'none' | 'three';

export const CARD = { width: 630, height: 880 };
const BLEED = 30;

export interface Sheet {
  width: number;
  height: number;
  columns: number;
  rows: number;
  /** The distance by which a card's background extends beyond its edge. */
  bleed: number;
}

/** Without bleed the cards touch, three by three. With bleed they have gaps, on a sheet in landscape. */
const SHEETS: Readonly<Record<Paper, Readonly<Record<Bleed, Sheet>>>> = {
  a4: {
    none: { width: 2100, height: 2970, columns: 3, rows: 3, bleed: 0 },
    three: { width: 2970, height: 2100, columns: 4, rows: 2, bleed: BLEED },
  },
  letter: {
    none: { width: 2159, height: 2794, columns: 3, rows: 3, bleed: 0 },
    three: { width: 2794, height: 2159, columns: 3, rows: 2, bleed: BLEED },
  },
};

export const sheetOf = (paper: Paper, bleed: Bleed): Sheet => SHEETS[paper][bleed];

export interface Place {
  x: number;
  y: number;
}

/** The upper left corners of a sheet's cards, row by row. */
export function places({ width, height, columns, rows, bleed }: Sheet): Place[] {
  const step = { x: CARD.width + 2 * bleed, y: CARD.height + 2 * bleed };
  const first = { x: Math.floor((width - columns * step.x) / 2) + bleed, y: Math.floor((height - rows * step.y) / 2) + bleed };
  return Array.from({ length: columns * rows }, (_, k) => ({ x: first.x + (k % columns) * step.x, y: first.y + Math.floor(k / columns) * step.y }));
}

/**
 * The position of the back of the card at `place`. The sheet is flipped on its long edge, which swaps left and right on
 * a portrait sheet, and top and bottom on a landscape sheet.
 */
export function behind({ x, y }: Place, { width, height }: Sheet): Place {
  return width < height ? { x: width - x - CARD.width, y } : { x, y: height - y - CARD.height };
}

export interface Line {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** Crop marks outside the cards, in line with every edge to cut along. */
export function cropMarks(corners: readonly Place[], bleed: number): Line[] {
  const [gap, length] = [bleed + 10, 30];
  const across = [...new Set(corners.flatMap(({ x }) => [x, x + CARD.width]))];
  const down = [...new Set(corners.flatMap(({ y }) => [y, y + CARD.height]))];
  const [left, right] = [Math.min(...across) - gap, Math.max(...across) + gap];
  const [top, bottom] = [Math.min(...down) - gap, Math.max(...down) + gap];
  return [
    ...across.flatMap((x) => [{ x1: x, x2: x, y1: top - length, y2: top }, { x1: x, x2: x, y1: bottom, y2: bottom + length }]),
    ...down.flatMap((y) => [{ y1: y, y2: y, x1: left - length, x2: left }, { y1: y, y2: y, x1: right, x2: right + length }]),
  ];
}

/**
 * The games whose cards may be printed: the cards of Politics state historical facts, and Mudslinger's decks are our
 * own. The cards of other games belong to their designers.
 */
const PRINTED: readonly string[] = ['politics', 'mudslinger'];
export const hasDeck = (game: string): boolean => PRINTED.includes(game);

/** Every card, repeated as often as it is in the deck. */
export function copiesOf(cards: Iterable<CardInfo>): CardInfo[] {
  return [...cards].flatMap((card) => Array.from({ length: numberOf(card.facts['copies']) || 1 }, () => card));
}

/** Split a list into parts of `size`. */
export function parts<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, k) => all.slice(k * size, (k + 1) * size));
}
