/** The rooms in which this device has a seat and whose game is not over, the newest first. */

import { remember, remembered } from './settings.svelte';

export interface Recent {
  code: string;
  game: string;
}

const MOST = 8; // as many as the server is asked about at once

/** A list from storage; what is odd is left out. */
export function readRecent(text: string | null): Recent[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return (Array.isArray(list) ? list : []).filter((one): one is Recent => typeof one?.code === 'string' && typeof one?.game === 'string');
  } catch {
    return [];
  }
}

export function recentGames(): Recent[] {
  return readRecent(remembered('recent'));
}

export function noteGame(code: string, game: string): void {
  const others = recentGames().filter((one) => one.code !== code);
  remember('recent', JSON.stringify([{ code, game }, ...others].slice(0, MOST)));
}

export function forgetGames(codes: readonly string[]): void {
  const left = recentGames().filter((one) => !codes.includes(one.code));
  remember('recent', left.length > 0 ? JSON.stringify(left) : null);
}
