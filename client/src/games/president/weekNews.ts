/** What the last week changed, in one line: which states went to whom, for whom Florida counts, and which are tied. */

import type { EventInfo } from '../../lib/protocol';
import type { Side } from '../../lib/sides';
import { words } from '../../words';
import { naming } from './names';
import type { PresidentEvent } from './view.types';

/** Empty before the second week, and after a week in which nothing of this changed. */
export function weekNews(log: readonly EventInfo[], sides: readonly Side[], viewer: number | null): string {
  const last = log.filter(({ event }) => event === 'week').at(-1);
  const said = words.president.news;
  const name = naming(sides, viewer);
  const [moved, tied]: [string[], string[]] = [[], []];
  for (const info of log) {
    if (info.entry !== last?.entry) continue;
    const event = info as PresidentEvent;
    if (event.event === 'led') moved.push(said.led(event.args.state, event.seat === viewer ? null : name(event.seat), event.args.points, event.args.next));
    else if (event.event === 'florida_counts') moved.push(said.counts(event.args.electors, event.seat === viewer ? null : name(event.seat)));
    else if (event.event === 'florida_lapses') moved.push(said.lapses(event.args.electors));
    else if (event.event === 'aside') moved.push(said.aside(event.args.state));
    else if (event.event === 'tied' || event.event === 'kept') tied.push(said.tied(event.args.state, event.seat === viewer ? null : name(event.seat)));
    else if (event.event === 'level') tied.push(said.level(event.args.state));
  }
  return [...moved, ...tied].join(' ');
}
