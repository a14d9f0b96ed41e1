/** Fixed places of the bid tickets: during a contest a place holds one kind of ticket, or is empty. */

/** What a contest offers at a question. `dollars`: whether bids are possible. */
export interface Offered {
  readonly dollars: boolean;
  /** The action cards that help now. */
  readonly cards: readonly string[];
}

/** The kinds of tickets besides cards, in the order in which they leave a panel with too few places. */
const LEAVES = ['most', 'answer'];

/** The number of places of some kinds of tickets: the sum is as wide as two. */
const sizeOf = (kinds: readonly string[]): number => kinds.length + (kinds.includes('sum') ? 1 : 0);

/** The kind of ticket in each place; cards stand by their codes. before: the places at the last question. */
export function placesOf(before: readonly string[], offered: Offered, room: number): readonly string[] {
  const kinds = ['pass', 'roll', ...(offered.dollars ? ['sum', 'answer', 'most'] : []), ...offered.cards];
  const fresh = kinds.filter((kind) => !before.includes(kind));
  const spare = LEAVES.filter((kind) => fresh.includes(kind)).slice(0, Math.max(0, sizeOf([...before, ...fresh]) - room));
  return [...before, ...fresh.filter((kind) => !spare.includes(kind))];
}

/** The places of the present contest. */
export class Places {
  private span = '';
  private kinds: readonly string[] = [];

  /** span: the contest and the panel for which places are allotted. */
  at(span: string, offered: Offered, room: number): readonly string[] {
    this.kinds = placesOf(span === this.span ? this.kinds : [], offered, room);
    this.span = span;
    return this.kinds;
  }
}
