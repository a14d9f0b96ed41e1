/** The reactions that can be sent even without chat, in the order of their buttons. */

import type { Reaction } from './protocol';

export const REACTIONS: readonly Reaction[] = ['👍', '🎩', '😂', '😮', '😬', '🎉'];

export const isReaction = (text: string): text is Reaction => REACTIONS.some((one) => one === text);
