/** Summaries of the events since the viewer's last turn: how that turn ended, and the others' contests. */

import type { EventInfo } from '../../lib/protocol';
import { labelOf } from '../../lib/read';
import { words } from '../../words';
import { itemWords, type Naming } from './say';
import type { MudslingerEvent } from './view.types';

/** Letters that fit in the three lines of a panel, and in the two lines of a low phone's panel. */
export const [FILM_LETTERS, LOW_FILM_LETTERS] = [110, 76];

/**
 * The events of a seat's last turn, and of the other seats' turns since. A turn that the seat has just begun is left
 * out.
 */
function partsOf(log: readonly EventInfo[], seat: number): { own: readonly EventInfo[]; others: readonly EventInfo[] } {
  const turns = log.flatMap((event, at) => (event.event === 'turn' ? [{ at, mine: event.seat === seat }] : []));
  const end = turns.at(-1)?.mine ? turns.pop()?.at : log.length;
  const last = turns.map((turn) => turn.mine).lastIndexOf(true);
  const [own, first] = [turns[last], turns[last + 1]];
  return { own: own ? log.slice(own.at, first?.at ?? end) : [], others: first ? log.slice(first.at, end) : [] };
}

/** The card, or the dollars as text, that a seat has lost to a rival's card by an event; null if nothing. */
function lostBy(one: MudslingerEvent, seat: number): string | null {
  if (one.event === 'lost_card') return one.seat === seat ? one.args.card : null;
  if (one.event !== 'defected' && one.event !== 'took_kind' && one.event !== 'took_money') return null;
  if (one.args.target !== labelOf(seat) || (one.event === 'took_money' && one.args.dollars === 0)) return null;
  return one.event === 'took_money' ? words.home.money(one.args.dollars) : one.args.card;
}

/** A sentence about the seat's loss by an event, or about a rival who put an open state away; null if neither. */
function lossIn(one: MudslingerEvent, seat: number, { name, deck }: Brief): string | null {
  if (one.event === 'swapped') return one.seat === seat ? null : words.mudslinger.story.putAway(name(one.seat), itemWords(one.args.state, deck));
  const lost = lostBy(one, seat);
  if (lost === null) return null;
  const what = itemWords(lost, deck);
  return one.event === 'lost_card' ? words.mudslinger.lost(what) : words.mudslinger.story.taken(name(one.seat), what);
}

/**
 * One line about the turns since the viewer's last one; empty without a contest or a loss. If the line is longer than
 * `most` letters, failed attempts are only counted.
 */
export function digestOf(log: readonly EventInfo[], seat: number | null, naming: Naming, most = FILM_LETTERS): string {
  if (seat === null) return '';
  let contests = 0;
  let owner: string | null = null;
  const [won, failed]: [string[], string[]] = [[], []];
  const { own, others } = partsOf(log, seat);
  for (const event of others as readonly MudslingerEvent[]) {
    if (event.event === 'campaigns' || event.event === 'attacks') {
      contests += 1;
      owner = event.event === 'attacks' ? event.args.owner : null;
    } else if (event.event === 'won' || event.event === 'failed') {
      const state = itemWords(event.args.state, naming.deck);
      if (event.event === 'failed') failed.push(words.mudslinger.digestFailed(naming.name(event.seat), state));
      else won.push(owner === labelOf(seat) ? words.mudslinger.digestLost(state) : words.mudslinger.digestWon(naming.name(event.seat), state));
    }
  }
  const lost = ([...own, ...others] as readonly MudslingerEvent[]).flatMap((event) => lossIn(event, seat, naming) ?? []);
  if (contests === 0) return lost.join(' ');
  const mine = (own as readonly MudslingerEvent[]).flatMap((event) =>
    event.event === 'won' || event.event === 'failed' ? [words.mudslinger.digestOwn(itemWords(event.args.state, naming.deck), event.event === 'won')] : [],
  );
  const first = [...lost, ...mine];
  const told = [...first, words.mudslinger.digest(contests, [...won, ...failed])].join(' ');
  if (told.length <= most || failed.length < (won.length > 0 ? 1 : 2)) return told;
  return [...first, words.mudslinger.digest(contests, won.length > 0 ? [...won, words.mudslinger.digestMissed(failed.length)] : [words.mudslinger.digestNone])].join(' ');
}

/** The brief names of seats, and the cards. */
export interface Brief {
  readonly name: (seat: number | null) => string;
  readonly deck: Naming['deck'];
}

/** The lines of the box about the turns since the viewer's last one. */
export interface Story {
  readonly losses: readonly string[];
  readonly contests: readonly string[];
}

/** The sum of a seat's bids of one kind in a contest, or a card that the seat played. */
interface Step {
  readonly event: 'spent' | 'slung' | 'played';
  readonly seat: number | null;
  dollars: number;
  readonly card: string;
}

function added(steps: Step[], event: 'spent' | 'slung', seat: number | null, dollars: number): void {
  const same = steps.find((one) => one.event === event && one.seat === seat);
  if (same) same.dollars += dollars;
  else steps.push({ event, seat, dollars, card: '' });
}

/**
 * The viewer's losses and the contests since their last turn began: who ran, each seat's bids and mud, and how it
 * ended.
 */
export function storyOf(log: readonly EventInfo[], seat: number | null, { name, deck }: Brief): Story {
  const [losses, contests]: [string[], string[]] = [[], []];
  if (seat === null) return { losses, contests };
  const said = words.mudslinger.story;
  const { own, others } = partsOf(log, seat);
  const stepWords = ({ event, seat: who, dollars, card }: Step): string => (event === 'played' ? said.card(name(who), itemWords(card, deck)) : said[event](name(who), dollars));
  let [head, owner, steps]: [string, string | null, Step[]] = ['', null, []];
  for (const event of [...own, ...others] as readonly MudslingerEvent[]) {
    const loss = lossIn(event, seat, { name, deck });
    if (loss !== null) losses.push(loss);
    if (event.event === 'campaigns' || event.event === 'attacks') {
      head = said.head(name(event.seat), itemWords(event.args.state, deck), event.args.points);
      owner = event.event === 'attacks' ? event.args.owner : null;
      steps = [];
    } else if (event.event === 'spent' || event.event === 'slung') added(steps, event.event, event.seat, event.args.dollars);
    else if (event.event === 'played') steps.push({ event: 'played', seat: event.seat, dollars: 0, card: event.args.card });
    else if ((event.event === 'won' || event.event === 'failed') && head !== '') {
      if (event.event === 'won' && owner === labelOf(seat)) losses.push(said.taken(name(event.seat), itemWords(event.args.state, deck)));
      contests.push([head, ...steps.map(stepWords), said.end(event.args.sum, event.args.rating, event.event === 'won')].join(' · '));
      head = '';
    }
  }
  return { losses, contests };
}
