import { describe, expect, it } from 'vitest';
import { inNextRow } from '../src/table/keys/choices';

/** A button of a part of the table, as a row of cards 60 px wide and 50 px high lays it out. */
function button(part: object, column: number, row: number): HTMLButtonElement {
  const [left, top] = [column * 60, row * 50];
  return { closest: () => part, getBoundingClientRect: () => ({ left, top, width: 56, right: left + 56, height: 46, bottom: top + 46 }) } as unknown as HTMLButtonElement;
}

describe('the arrows up and down', () => {
  const [dock, board] = [{}, {}];
  const cards = [0, 1, 2, 3, 4].map((k) => button(dock, k, 0));
  const last = [1.5, 2.5].map((column) => button(dock, column, 1)); // a row that stands in the middle
  const all = [...cards, ...last, button(board, 0, 3)];

  it('lead to the row below or above, to the card nearest across', () => {
    expect(inNextRow(all, cards[0]!, 1)).toBe(last[0]);
    expect(inNextRow(all, cards[4]!, 1)).toBe(last[1]);
    expect(inNextRow(all, last[0]!, -1)).toBe(cards[1]);
  });
  it('lead no further than their part of the table', () => {
    expect(inNextRow(all, last[0]!, 1)).toBeNull();
    expect(inNextRow(all, cards[2]!, -1)).toBeNull();
  });
});
