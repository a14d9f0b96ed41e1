/** The facts of a week of U.S. President that moved the chances towards some players and away from others. */

import type { EventInfo, Turn } from '../../lib/protocol';
import { numberOf, seatNumber } from '../../lib/read';
import type { TableModel } from '../../table/model.svelte';
import { words } from '../../words';
import { movedIn, type Fact } from './facts';

const SIZES: readonly string[] = ['small', 'medium', 'large']; // worth 1, 2 and 3 points
const GAINS: readonly string[] = ['led', 'inherited', 'claimed', 'unopposed'];
const LAST_LARGE = 10; // electors
const [FROM_A_RIVAL, TO_ANOTHER] = [1.5, 0.75]; // shares of a state's electors

/** Whether players use up a pyramid in an event. */
const spends = ({ event }: EventInfo): boolean => event === 'placed' || event === 'removed';
const stateOf = ({ args }: EventInfo): string => String(args['state'] ?? '');

/**
 * The facts of a week that explain why a seat's chance rose or fell, the strongest first: states that changed hands,
 * large pyramids spent, and pyramids placed. events: of the whole game.
 */
export function weekFacts(turn: Turn, seat: number, events: readonly EventInfo[], model: TableModel): Fact[] {
  const { rises, helped, hurt, within } = movedIn(turn, seat, events);
  const said = words.review.turning;
  /** Whether a seat uses up its last pyramid of a size: by the end of the game all are used up. */
  const isLast = (event: EventInfo): boolean => !events.some((one) => spends(one) && one.seat === event.seat && one.args['size'] === event.args['size'] && one.entry > event.entry);
  const factOf = (event: EventInfo): [number, string][] => {
    const code = stateOf(event) || 'FL';
    const electors = model.deck.get(code)?.value ?? 0;
    const name = model.deck.get(code)?.name ?? code;
    const from = seatNumber(event.args['from']);
    const line = model.line(event);
    const loses = from === null || event.seat === null ? line : said.loses(name, model.addressed(from), model.addressed(event.seat), numberOf(event.args['points']), numberOf(event.args['next']));
    if (GAINS.includes(event.event) && helped(event.seat)) return [[electors * (hurt(from) ? FROM_A_RIVAL : 1), loses]];
    if (event.event === 'led' && hurt(from) && !hurt(event.seat)) return [[electors * TO_ANOTHER, loses]];
    if (event.event === 'led' && hurt(from) && rises && from !== seat) return [[electors * TO_ANOTHER * TO_ANOTHER, loses]];
    if (event.event === 'aside' && hurt(event.seat)) return [[electors * TO_ANOTHER, line]];
    if (event.event === 'florida_counts' && helped(event.seat)) return [[electors, line]];
    if (event.seat === null || !spends(event)) return [];
    const size = SIZES.indexOf(String(event.args['size'])) + 1;
    if (hurt(event.seat)) {
      if (event.event === 'removed') return [[2 * size, line]];
      const last = isLast(event);
      return size === SIZES.length ? [[last ? LAST_LARGE : size - 1, said.large(name, model.addressed(event.seat), last)]] : [];
    }
    if (event.event === 'removed' || !helped(event.seat)) return [];
    return [[size / 2, line]];
  };
  const facts = within.flatMap((event) => factOf(event).map(([weight, text]): Fact => ({ event, code: stateOf(event) || 'FL', weight, text })));
  return facts.sort((one, other) => other.weight - one.weight);
}

/** Why a seat's chance changed in a week: the strongest fact and, if the chance rose, the seat's own move elsewhere; null without a fact. */
export function weekWords(turn: Turn, seat: number, events: readonly EventInfo[], model: TableModel): string | null {
  const [first, ...others] = weekFacts(turn, seat, events, model);
  if (!first) return null;
  const own = others.find(({ event, code }) => event.seat === seat && event.event === 'placed' && code !== first.code);
  return [first, ...(own ? [own] : [])].map(({ text }) => text).join(' ');
}
