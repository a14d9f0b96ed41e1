/** How a week is shown: its placements together, then each card that changes hands; the count has steps of its own. */

import { Stage } from '../../table/stage.svelte';
import { after, readView, type Board, type PresidentView } from './view';

export const TOGETHER = ['placed', 'removed'];

export type PresidentStage = Stage<Board, PresidentView>;

export function presidentStage(): PresidentStage {
  return new Stage<Board, PresidentView>({
    read: readView,
    after: (board, event, view) => after(board, event, view.sizes),
    shown: [...TOGETHER, 'led', 'aside', 'kept', 'dealt'],
    together: TOGETHER,
    until: 'count',
  });
}
