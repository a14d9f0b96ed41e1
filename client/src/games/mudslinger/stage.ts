/** How a move is shown: what it does first, then what follows from it. */

import type { Cue } from '../../lib/cues';
import { Stage } from '../../table/stage.svelte';
import { after, read } from './view';
import type { MudslingerView } from './view.types';

export type MudStage = Stage<MudslingerView, MudslingerView>;

/** The event that ends the game. */
export const ENDS = 'game_over';

const SHOWN = [
  'candidate', 'party', 'rolled_first', 'turn', 'drew', 'drew_action', 'placed', 'hired', 'discarded', 'misfit', 'lobbied', 'rested', 'campaigns', 'attacks',
  'spent', 'slung', 'rolled', 'won', 'failed', 'streak', 'played', 'played_on_state', 'spun', 'rated', 'banked', 'took_money', 'lost_card',
  'took_card', 'gagged', 'debated', 'polled', 'read_poll', 'swapped', 'defected', 'traded', 'gave_money', 'gave_card', 'promised', 'offered',
  'asked_for', 'accepted', 'kept_truce', 'broke_truce', 'declined', 'again',
];

const CUES: Readonly<Record<string, Cue>> = {
  rolled: 'dice', rolled_first: 'dice', slung: 'stamp', spent: 'card', drew: 'card', drew_action: 'card', placed: 'card', hired: 'card', played: 'seal', won: 'call',
};

export function mudStage(): MudStage {
  return new Stage<MudslingerView, MudslingerView>({ read, after, shown: SHOWN, cues: CUES, until: ENDS, lengths: { rolled: 1100 }, together: ['drew', 'placed', 'hired', 'discarded', 'misfit', 'lobbied', 'turn'] });
}
