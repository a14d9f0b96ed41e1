/** The token is the seat. It lies in this browser's storage, or in the page where that is blocked, and in an HttpOnly cookie. */

import { remember, remembered } from './settings.svelte';

export function tokenOf(code: string): string | null {
  return remembered(`seat.${code}`);
}

export function keepToken(code: string, token: string | null): void {
  remember(`seat.${code}`, token);
}
