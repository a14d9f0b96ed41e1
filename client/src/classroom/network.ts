/** The results of the phones' connection checks, for the teacher. */

import type { ClassPerson } from '../lib/protocol';

/** The result of a phone's last check: "slow" if it has to use long polling; "storage" or "clock" if that fails. */
export type Checked = 'passed' | 'slow' | 'storage' | 'clock';

export function checkOf({ check }: Pick<ClassPerson, 'check'>): Checked | null {
  if (check === null) return null;
  if (!check.storage) return 'storage';
  if (!check.clock) return 'clock';
  return check.live ? 'passed' : 'slow';
}

/** Whether a phone can play, perhaps with a short delay. */
export const passes = (person: Pick<ClassPerson, 'check'>): boolean => ['passed', 'slow'].includes(checkOf(person) ?? '');

/** The number of phones that have joined, and of those that passed the check. */
export const tested = (people: readonly Pick<ClassPerson, 'check'>[]): { joined: number; passed: number } => ({ joined: people.length, passed: people.filter(passes).length });
