/** Animation of a week: all placements at once, then each card that changes hands. The count has its own animation. */

import { Stage } from '../../table/stage.svelte';
import { after, type Board } from './view';
import type { PresidentView } from './view.types';

const REVEAL = 2400; // ms in which the envelopes open and everybody sees where ballots clash
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
    until: 'count', // its first event
  });
}
