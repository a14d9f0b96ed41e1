/** Ways to draw less in one frame: unchanged data keeps its identity, and less urgent values follow one frame later. */

import { reducedMotion } from './settings.svelte';

/**
 * Return the next value with every part that equals its predecessor replaced by the same object as before; plain data
 * only.
 */
export function shared<T>(before: unknown, next: T): T {
  if (before === next) return next;
  if (Array.isArray(before) && Array.isArray(next)) {
    const parts = next.map((one: unknown, k) => shared(before[k] as unknown, one));
    return (parts.length === before.length && parts.every((one, k) => one === before[k]) ? before : parts) as T;
  }
  if (!plain(before) || !plain(next)) return next;
  const keys = Object.keys(next);
  const parts = Object.fromEntries(keys.map((key) => [key, shared(before[key], next[key])]));
  const same = keys.length === Object.keys(before).length && keys.every((key) => key in before && parts[key] === before[key]);
  return (same ? before : parts) as T;
}

function plain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether motion is reduced or the page is hidden; then nothing needs to be spread over frames. */
export function still(): boolean {
  return reducedMotion() || document.visibilityState === 'hidden';
}

/** Resolve when the next frame has begun; at once if `still()`. */
export function nextFrame(): Promise<void> {
  if (still()) return Promise.resolve();
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/**
 * Run something when the present update of the page is complete. The end of an effect needs it to change state: what it
 * reads may then be older than the update, and what it writes may be lost.
 */
export function afterUpdate(run: () => void): void {
  queueMicrotask(run);
}

/**
 * A value that follows its source one or two frames later, so that the frame of a move draws less; at once if
 * `still()`.
 */
export class Trailing<T> {
  private late = $state.raw<T>() as T;
  private going = false;
  private source: () => T;

  constructor(source: () => T) {
    this.source = source;
    this.late = source();
    $effect.pre(() => {
      const now = source();
      if (this.going || now === this.late) return;
      if (still()) this.late = now;
      else void this.follow();
    });
  }

  get value(): T {
    return this.late;
  }

  private async follow(): Promise<void> {
    this.going = true;
    await nextFrame();
    this.going = false;
    this.late = this.source();
  }
}

/** A list in blocks of a fixed length; an unchanged block keeps its identity. */
export class Blocks<T> {
  private last: readonly (readonly T[])[] = [];

  constructor(private readonly length: number) {}

  of(list: readonly T[]): readonly (readonly T[])[] {
    const blocks: (readonly T[])[] = [];
    for (let at = 0; at < list.length; at += this.length) {
      const old = this.last[blocks.length];
      const now = list.slice(at, at + this.length);
      blocks.push(old?.length === now.length && old.every((one, k) => one === now[k]) ? old : now);
    }
    this.last = blocks;
    return blocks;
  }
}
