/** The counts of electors, one in a line: what each player had, and who dropped out. */

import type { EventInfo } from '../../lib/protocol';
import type { Side } from '../../lib/sides';
import { words } from '../../words';
import { naming } from './names';
import type { PresidentEvent } from './view.types';

/** "First count: Keiko 65, you 41, Ian 39.", then "Ian out: Keiko 71, you 54."; empty if one count was enough. */
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
