/**
 * The tokens of this browser's seats: whoever has the token has the seat. They are in the browser's storage, or in the
 * page if storage is blocked, and in HttpOnly cookies. After merging two devices a room may have two tokens; the first
 * one is used.
 */

import { remember, remembered, rememberedUnder } from './settings.svelte';

const SEAT = 'seat.';
const BETWEEN = ' ';

export const tokensOf = (code: string): string[] => remembered(`${SEAT}${code}`)?.split(BETWEEN) ?? [];

export const tokenOf = (code: string): string | null => tokensOf(code)[0] ?? null;

function write(code: string, tokens: readonly string[]): void {
  remember(`${SEAT}${code}`, tokens.length > 0 ? [...new Set(tokens)].join(BETWEEN) : null);
}

/** Use a token from now on; null: drop the present one, since it no longer has a seat. */
export function keepToken(code: string, token: string | null): void {
  write(code, token === null ? tokensOf(code).slice(1) : [token, ...tokensOf(code)]);
}

/** Add tokens, for example from another device; the present token stays the one in use. */
export function addTokens(code: string, tokens: readonly string[]): void {
  write(code, [...tokensOf(code), ...tokens]);
}

/** The prefixes under which tokens of classes and clubs are stored; these tokens also hold seats at their tables. */
const GATHERINGS = ['class.person.', 'club.member.'] as const;

/** The codes of all classes and clubs of this browser, including classes that it leads. */
export const gatherings = (): string[] => [...new Set([...GATHERINGS, 'class.teacher.'].flatMap(rememberedUnder))];

/** The codes of all rooms with a token, except tables of classes and clubs, which their own pages open. */
export function seatedRooms(): string[] {
  const theirs = new Set(GATHERINGS.flatMap((kind) => rememberedUnder(kind).map((code) => remembered(`${kind}${code}`))));
  return rememberedUnder(SEAT).filter((code) => !theirs.has(tokenOf(code)));
}
