/** Animation of a move: its own effect first, then the consequences. */

import type { Cue } from '../../lib/cues';
import type { EventInfo } from '../../lib/protocol';
import type { TableModel } from '../../table/model.svelte';
import { Stage } from '../../table/stage.svelte';
import { after, read } from './view';
import type { MudslingerEvent, MudslingerView } from './view.types';

export type MudStage = Stage<MudslingerView, MudslingerView>;

/** The event that ends the game. */
export const ENDS = 'game_over';

const SHOWN = [
  'candidate', 'party', 'rolled_first', 'turn', 'drew', 'drew_action', 'placed', 'hired', 'discarded', 'misfit', 'lobbied', 'rested', 'campaigns', 'attacks',
  'spent', 'slung', 'rolled', 'won', 'failed', 'streak', 'played', 'played_on_state', 'spun', 'rated', 'banked', 'took_money', 'lost_card',
  'took_card', 'gagged', 'debated', 'polled', 'read_poll', 'swapped', 'defected', 'traded', 'gave_money', 'gave_card', 'promised', 'offered',
  'asked_for', 'accepted', 'kept_truce', 'broke_truce', 'declined', 'again', 'decided',
];

const CUES: Readonly<Record<string, Cue>> = {
  rolled: 'dice', rolled_first: 'dice', slung: 'stamp', spent: 'card', drew: 'card', drew_action: 'card', placed: 'card', hired: 'card', played: 'seal', won: 'call',
};

/** The least time in ms for which the viewer's own roll, result, first card and later cards are shown. */
const OWN = { roll: 2400, result: 2000, first: 2000, card: 1000 };
/** The time in ms for which another player's roll is shown at the usual speed. */
const OTHERS_ROLL = 1100;
/** The least time in ms for the message that nobody can catch the leader, at any speed. */
const DECIDED = 2400;
const RESULTS = ['won', 'failed'];
const DRAWN = ['drew', 'drew_action', 'lobbied'];

/** The least time in ms for an event of the viewer's at any speed; 0 if the usual time is enough. */
export function ownTime({ event, seat, entry }: EventInfo, known: readonly EventInfo[], viewer: number | null): number {
  if (seat === null || seat !== viewer) return 0;
  if (event === 'rolled') return OWN.roll;
  if (RESULTS.includes(event)) return OWN.result;
  if (!DRAWN.includes(event)) return 0;
  return known.some((one) => one.seat === seat && one.entry < entry && DRAWN.includes(one.event)) ? OWN.card : OWN.first;
}

/** The time in ms for which a roll is shown. */
export function rollTime(seat: number | null, viewer: number | null): number {
  return seat !== null && seat === viewer ? OWN.roll : OTHERS_ROLL;
}

export function mudStage(store: Pick<TableModel, 'known' | 'seat'>): MudStage {
  return new Stage<MudslingerView, MudslingerView>({ read, after, shown: SHOWN, cues: CUES, until: ENDS, lengths: { rolled: OTHERS_ROLL }, least: (event) => (event.event === 'decided' ? DECIDED : ownTime(event, store.known, store.seat)), together: ['opened', 'drew', 'drew_action', 'drew_kind', 'placed', 'hired', 'discarded', 'misfit', 'lobbied', 'turn'] });
}

/** A card that the viewer has just taken, and the event that shows its use. */
export interface Drawn {
  readonly code: string;
  readonly became: MudslingerEvent;
}

/** The card that the viewer takes in the events being shown; null if there is none. */
export function drawnIn(news: readonly EventInfo[], viewer: number | null): Drawn | null {
  const own = (news as readonly MudslingerEvent[]).filter((one) => one.seat === viewer && viewer !== null);
  for (const one of own) {
    switch (one.event) {
      case 'placed':
      case 'hired':
      case 'misfit':
      case 'discarded':
      case 'drew_kind':
        return { code: one.args.card, became: one };
      default:
    }
  }
  return null;
}
