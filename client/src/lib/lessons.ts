/** Stores which room is this device's guided first game. */

import { remember, remembered } from './settings.svelte';

export function beginLesson(code: string): void {
  remember('lesson', code);
}

export function inLesson(code: string): boolean {
  return remembered('lesson') === code;
}

export function endLesson(): void {
  remember('lesson', null);
}
