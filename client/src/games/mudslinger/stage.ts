/** How a move is shown: what it does first, then what follows from it. */

import { Stage } from '../../table/stage.svelte';
import { after, read } from './view';
import type { MudslingerView } from './view.types';

export type MudStage = Stage<MudslingerView, MudslingerView>;

const SHOWN = [
  'candidate', 'party', 'rolled_first', 'turn', 'drew', 'drew_action', 'placed', 'discarded', 'lobbied', 'rested', 'campaigns', 'attacks',
  'spent', 'slung', 'rolled', 'won', 'failed', 'streak', 'played', 'played_on_state', 'spun', 'rated', 'banked', 'took_money', 'lost_card',
  'took_card', 'gagged', 'debated', 'polled', 'swapped', 'defected', 'traded', 'gave_money', 'gave_card', 'promised', 'offered',
  'asked_for', 'accepted', 'declined', 'again',
];

export function mudStage(): MudStage {
  return new Stage<MudslingerView, MudslingerView>({ read, after, shown: SHOWN, together: ['drew', 'placed', 'discarded', 'lobbied', 'turn'] });
}
