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
function lossIn(one: MudslingerEvent, seat: number, { name, deck }: Naming): string | null {
  if (one.event === 'swapped') return one.seat === seat ? null : words.mudslinger.putAway(name(one.seat), itemWords(one.args.state, deck));
  const lost = lostBy(one, seat);
  if (lost === null) return null;
  const what = itemWords(lost, deck);
  return one.event === 'lost_card' ? words.mudslinger.lost(what) : words.mudslinger.tookFromYou(name(one.seat), what);
}

/**
 * One line about the turns since the viewer's last one; empty without a contest or a loss. If the line is longer than
 * `most` letters, failed attempts are only counted.
 */
export function digestOf(log: readonly EventInfo[], seat: number | null, naming: Naming, most = FILM_LETTERS): string {
  if (seat === null) return '';
  let contests = 0;
  let owner: string | null = null;
  const ends: { text: string; won: boolean }[] = [];
  const { own, others } = partsOf(log, seat);
  for (const event of others as readonly MudslingerEvent[]) {
    if (event.event === 'campaigns' || event.event === 'attacks') {
      contests += 1;
      owner = event.event === 'attacks' ? event.args.owner : null;
    } else if (event.event === 'won' || event.event === 'failed') {
      const state = itemWords(event.args.state, naming.deck);
      const won = event.event === 'won';
      const said = !won ? words.mudslinger.digestFailed : words.mudslinger.digestWon;
      ends.push({ won, text: won && owner === labelOf(seat) ? words.mudslinger.digestLost(state) : said(naming.name(event.seat), state) });
    }
  }
  const lost = ([...own, ...others] as readonly MudslingerEvent[]).flatMap((event) => lossIn(event, seat, naming) ?? []);
  if (contests === 0) return lost.join(' ');
  const mine = (own as readonly MudslingerEvent[]).flatMap((event) =>
    event.event === 'won' || event.event === 'failed' ? [words.mudslinger.digestOwn(itemWords(event.args.state, naming.deck), event.event === 'won')] : [],
  );
  const first = [...lost, ...mine];
  const won = ends.filter((end) => end.won).map((end) => end.text);
  const failed = ends.length - won.length;
  const told = [...first, words.mudslinger.digest(contests, ends.map((end) => end.text))].join(' ');
  if (told.length <= most || failed < (won.length > 0 ? 1 : 2)) return told;
  return [...first, words.mudslinger.digest(contests, won.length > 0 ? [...won, words.mudslinger.digestMissed(failed)] : [words.mudslinger.digestNone])].join(' ');
}
