/** How a week is shown: its placements together, then each card that changes hands; the count has steps of its own. */

import { Stage } from '../../table/stage.svelte';
import { after, type Board } from './view';
import type { PresidentView } from './view.types';

export const TOGETHER = ['placed', 'removed'];

export type PresidentStage = Stage<Board, PresidentView>;

export function presidentStage(): PresidentStage {
  return new Stage<Board, PresidentView>({
    after,
    shown: [...TOGETHER, 'led', 'aside', 'kept', 'dealt'],
    together: TOGETHER,
    until: 'count',
  });
}
