/**
 * The token is the seat. It lies in this browser's storage, or in the page where that is blocked, and in HttpOnly cookies. Two
 * devices that exchange their games can bring two seats of one room together: the first one is in use.
 */

import { remember, remembered, rememberedUnder } from './settings.svelte';

const SEAT = 'seat.';
const BETWEEN = ' ';

export const tokensOf = (code: string): string[] => remembered(`${SEAT}${code}`)?.split(BETWEEN) ?? [];

export const tokenOf = (code: string): string | null => tokensOf(code)[0] ?? null;

function write(code: string, tokens: readonly string[]): void {
  remember(`${SEAT}${code}`, tokens.length > 0 ? [...new Set(tokens)].join(BETWEEN) : null);
}

/** Use a token from now on; null: the one in use is no longer a seat. */
export function keepToken(code: string, token: string | null): void {
  write(code, token === null ? tokensOf(code).slice(1) : [token, ...tokensOf(code)]);
}

/** Keep tokens beside those that are here. */
export function addTokens(code: string, tokens: readonly string[]): void {
  write(code, [...tokensOf(code), ...tokens]);
}

/** Under what the tokens of classes and clubs are remembered, by which people have their tables' seats. */
const GATHERINGS = ['class.person.', 'club.member.'] as const;

/** The codes of all classes and clubs of this browser, also those that it leads. */
export const gatherings = (): string[] => [...new Set([...GATHERINGS, 'class.teacher.'].flatMap(rememberedUnder))];

/** The codes of all rooms with a token; a class or a club leads to its own tables. */
export function seatedRooms(): string[] {
  const theirs = new Set(GATHERINGS.flatMap((kind) => rememberedUnder(kind).map((code) => remembered(`${kind}${code}`))));
  return rememberedUnder(SEAT).filter((code) => !theirs.has(tokenOf(code)));
}
