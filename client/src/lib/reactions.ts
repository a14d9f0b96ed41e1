/** The remarks that may be sent without chat, in the order they are offered. */

import type { Reaction } from './protocol';

export const REACTIONS: readonly Reaction[] = ['👍', '🎩', '😂', '😮', '😬', '🎉'];

export const isReaction = (text: string): text is Reaction => REACTIONS.some((one) => one === text);
