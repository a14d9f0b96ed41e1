/** Short news lines: the counts of electors, and the changes of the last week. */

import type { CardInfo, EventInfo } from '../../lib/protocol';
import { seatNumber } from '../../lib/read';
import { briefName, type Side } from '../../lib/sides';
import { words } from '../../words';
import type { PresidentEvent } from './view.types';

/** Name a player: "you" for the viewer, else the player's brief name. */
export function naming(sides: readonly Side[], viewer: number | null): (seat: number | null) => string {
  return (seat) => (seat !== null && seat === viewer ? words.president.you : briefName(sides, seat ?? -1));
}

/** Keep scores in a text, such as 3-0, from breaking across lines. */
export function unbroken(text: string): string {
  return text.replace(/(?<=\d)-(?=\d)/g, '\u2060-\u2060');
}

/**
 * The counts of electors, with each player's number and who dropped out: "First count: Keiko 65, you 41, Ian 39.", then
 * "Ian out: Keiko 71, you 54."; empty if one count was enough.
 */
export function countsTold(log: readonly EventInfo[], sides: readonly Side[], viewer: number | null): string {
  const said = words.president.counts;
  const name = naming(sides, viewer);
  const rounds: { out: string[]; found: { name: string; electors: number }[] }[] = [{ out: [], found: [] }];
  for (const info of log) {
    const event = info as PresidentEvent;
    const last = rounds.at(-1);
    if (event.event === 'counted') last?.found.push({ name: name(event.seat), electors: event.args.electors });
    if (event.event !== 'left') continue;
    if (last?.found.length) rounds.push({ out: [name(event.seat)], found: [] });
    else last?.out.push(name(event.seat));
  }
  if (rounds.length < 2) return '';
  return rounds.map(({ out, found }) => said(out, [...found].sort((one, other) => other.electors - one.electors).map((one) => `${one.name} ${one.electors}`))).join('\n');
}

/** Letters that fit in two lines of a week's news; the log has the complete news. */
const ROOM = 44;

/** A change in words, and how much it matters. */
type Change = [number, string];

/**
 * The changes of the last week: states that changed hands, whether Florida counts, and ties. Without such changes, the
 * state in which most players placed a pyramid, if that is more than one. The changes of the most electors come
 * first, and among equal ones the viewer's losses. Empty before the second week.
 */
export function weekNews(log: readonly EventInfo[], sides: readonly Side[], viewer: number | null, deck: ReadonlyMap<string, CardInfo>): string {
  const last = log.filter(({ event }) => event === 'week').at(-1);
  const said = words.president.news;
  const name = naming(sides, viewer);
  const [moved, tied]: [Change[], Change[]] = [[], []];
  const worth = (code: string, lost = false): number => (deck.get(code)?.value ?? 0) + (lost ? 0.5 : 0);
  const placed = new Map<string, { name: string; points: number }[]>();
  for (const info of log) {
    if (info.entry !== last?.entry) continue;
    const event = info as PresidentEvent;
    if (event.event === 'placed') placed.set(event.args.state, [...(placed.get(event.args.state) ?? []), { name: name(event.seat), points: event.args.points }]);
    else if (event.event === 'led') moved.push([worth(event.args.state, seatNumber(event.args.from) === viewer), said.led(event.args.state, event.seat === viewer ? null : name(event.seat), event.args.points, event.args.next)]);
    else if (event.event === 'florida_counts') moved.push([event.args.electors, said.counts(event.args.electors, event.seat === viewer ? null : name(event.seat))]);
    else if (event.event === 'florida_lapses') moved.push([event.args.electors, said.lapses(event.args.electors)]);
    else if (event.event === 'aside') moved.push([worth(event.args.state, event.seat === viewer), said.aside(event.args.state)]);
    else if (event.event === 'tied' || event.event === 'kept') tied.push([worth(event.args.state), said.tied(event.args.state, event.seat === viewer ? null : name(event.seat))]);
    else if (event.event === 'level') tied.push([worth(event.args.state), said.level(event.args.state)]);
  }
  const [most] = [...placed].sort(([, one], [, other]) => other.length - one.length);
  const piled = most && most[1].length > 1 ? [said.piled(most[0], most[1].sort((one, other) => other.points - one.points).map((one) => `${one.name} ${one.points}`))] : [];
  const changes = [moved, tied].flatMap((some) => some.sort(([one], [other]) => other - one).map(([, text]) => text));
  const told = changes.length > 0 ? changes : piled;
  return told.filter((_, k) => k === 0 || told.slice(0, k + 1).join(' ').length <= ROOM).join(' ');
}
