/** How a week is shown: its placements together, then each card that changes hands; the count has steps of its own. */

import { Stage } from '../../table/stage.svelte';
import { after, type Board } from './view';
import type { PresidentView } from './view.types';

const REVEAL = 2400; // ms: the envelopes open, and everybody sees who meets whom where
/** The first event of the count. */
export const ENDS = 'count';
export const TOGETHER = ['placed', 'removed'];

export type PresidentStage = Stage<Board, PresidentView>;

export function presidentStage(): PresidentStage {
  return new Stage<Board, PresidentView>({
    after,
    shown: [...TOGETHER, 'led', 'aside', 'kept', 'tied', 'level', 'florida_counts', 'florida_lapses', 'dealt'],
    together: TOGETHER,
    revealed: TOGETHER,
    cues: { sealed: 'seal', placed: 'stamp', removed: 'stamp' },
    lengths: { placed: REVEAL, removed: REVEAL },
    until: ENDS,
  });
}
