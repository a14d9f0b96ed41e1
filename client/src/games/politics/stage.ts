/** Animation of a turn: cards are drawn and played one after the other. */

import { Stage } from '../../table/stage.svelte';
import { after, type Board, type SideSeats } from './view';
import type { PoliticsView } from './view.types';

export type PoliticsStage = Stage<Board, PoliticsView>;

/** How long a viewer without a hand sees the re-deal, in ms. */
const REDEAL = 5000;

/** `seat`: the viewer's seat, if they have a hand: who has one reads about the re-deal and then presses a button. */
export function politicsStage(sides: () => SideSeats, seat: () => number | null): PoliticsStage {
  return new Stage<Board, PoliticsView>({
    after: (board, event, end) => after(board, event, sides(), end),
    cues: { nominated: 'win', played: 'stamp', drew: 'card', drew_card: 'card', took: 'card' },
    lengths: { nominated: 800, third_party: REDEAL, stuck_again: 800, walled_in: 1000 },
    stops: 0.4, // between two own turns nobody watches for much longer than a second
    brief: (event) => event.seat === seat() && (event.event === 'played' || event.event === 'took'),
    until: 'counted',
    shown: ['chose', 'nominated', 'drew', 'drew_card', 'kept', 'took', 'new_front', 'played', 'third_party', 'stuck_again', 'all_played', 'walled_in'],
    leads: ['drew', 'drew_card', 'no_more_extra', 'took', 'opened'],
    runs: ['third_party', 'stuck_again'],
    waits: (event) => event.event === 'third_party' && seat() !== null,
    explains: 'drew',
    unhurried: true,
  });
}
