/** Animation of a turn: cards are drawn and played one after the other. */

import { Stage } from '../../table/stage.svelte';
import { after, type Board, type SideSeats } from './view';
import type { PoliticsView } from './view.types';

export type PoliticsStage = Stage<Board, PoliticsView>;

/** How long a viewer without a hand sees the re-deal, in ms. */
const REDEAL = 8000;

/** `reads`: whether the viewer has a hand. Such a viewer reads about the re-deal and then presses a button. */
export function politicsStage(sides: () => SideSeats, reads: () => boolean): PoliticsStage {
  return new Stage<Board, PoliticsView>({
    after: (board, event, end) => after(board, event, sides(), end),
    cues: { nominated: 'win', played: 'stamp', drew: 'card', drew_card: 'card', took: 'card' },
    lengths: { nominated: 1800, new_front: 1200, third_party: REDEAL, stuck_again: 1800, walled_in: 2400 },
    until: 'counted',
    shown: ['chose', 'nominated', 'drew', 'drew_card', 'kept', 'took', 'new_front', 'played', 'passed', 'third_party', 'stuck_again', 'all_played', 'walled_in'],
    leads: ['drew', 'drew_card', 'no_more_extra', 'took', 'opened'],
    runs: ['third_party', 'stuck_again'],
    waits: (event) => event.event === 'third_party' && reads(),
    explains: 'drew',
    unhurried: true,
  });
}
