/** What the others have done since the viewer's last turn, in a line: their contests, and how they ended. */

import type { EventInfo } from '../../lib/protocol';
import { labelOf } from '../../lib/read';
import { words } from '../../words';
import { itemWords, type Naming } from './say';
import type { MudslingerEvent } from './view.types';

/** The events of the others' turns since a seat's last one; its own turn's are left out. */
export function othersSince(log: readonly EventInfo[], seat: number): readonly EventInfo[] {
  const turns = log.flatMap((event, at) => (event.event === 'turn' ? [{ at, mine: event.seat === seat }] : []));
  const end = turns.at(-1)?.mine ? turns.pop()?.at : log.length;
  const last = turns.map((turn) => turn.mine).lastIndexOf(true);
  const first = turns[last + 1];
  return first ? log.slice(first.at, end) : [];
}

/** Empty where nobody has fought for a state. */
export function digestOf(log: readonly EventInfo[], seat: number | null, naming: Naming): string {
  if (seat === null) return '';
  let contests = 0;
  let owner: string | null = null;
  const [won, failed]: [string[], string[]] = [[], []];
  for (const event of othersSince(log, seat) as readonly MudslingerEvent[]) {
    if (event.event === 'campaigns' || event.event === 'attacks') {
      contests += 1;
      owner = event.event === 'attacks' ? event.args.owner : null;
    } else if (event.event === 'won' || event.event === 'failed') {
      const state = itemWords(event.args.state, naming.deck);
      if (event.event === 'failed') failed.push(words.mudslinger.digestFailed(naming.name(event.seat), state));
      else won.push(owner === labelOf(seat) ? words.mudslinger.digestLost(state) : words.mudslinger.digestWon(naming.name(event.seat), state));
    }
  }
  // Two lines are all there is: who failed goes without saying where somebody won.
  const several = contests > 1 && failed.length > 1 ? [words.mudslinger.digestNone] : failed;
  return contests === 0 ? '' : words.mudslinger.digest(contests, won.length > 0 ? won : several);
}
