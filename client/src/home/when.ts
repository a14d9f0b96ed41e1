/** When a game ended, in few words of the language shown: today, yesterday, three days ago, or its date. */

import { ballotOn } from '../lib/ballots';
import { language } from '../words/language';

const A_WEEK = 7; // days

export function when(at: number, now = new Date()): string {
  const days = ballotOn(now) - ballotOn(new Date(at));
  if (days >= 0 && days < A_WEEK) return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(-days, 'day');
  return new Date(at).toLocaleDateString(language(), { day: 'numeric', month: 'long', ...(days > 300 ? { year: 'numeric' } : {}) });
}
