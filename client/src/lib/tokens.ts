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

/** The codes of all rooms with a token; a class leads to its own tables. */
export function seatedRooms(): string[] {
  const ofClasses = new Set(rememberedUnder('class.person.').map((code) => remembered(`class.person.${code}`)));
  return rememberedUnder(SEAT).filter((code) => !ofClasses.has(tokenOf(code)));
}
