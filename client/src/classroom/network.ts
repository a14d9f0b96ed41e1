/** What the phones of a class reported of the network, for the teacher. */

import type { ClassPerson } from '../lib/protocol';

/** How a phone's last check ended: "slow" where its page polls, null where it has reported nothing. */
export type Checked = 'passed' | 'slow' | 'storage' | 'clock';

export function checkOf({ check }: Pick<ClassPerson, 'check'>): Checked | null {
  if (check === null) return null;
  if (!check.storage) return 'storage';
  if (!check.clock) return 'clock';
  return check.live ? 'passed' : 'slow';
}

/** Whether a phone can play, if with a short delay. */
export const passes = (person: Pick<ClassPerson, 'check'>): boolean => ['passed', 'slow'].includes(checkOf(person) ?? '');

/** How many phones have joined, and how many of them have passed. */
export const tested = (people: readonly Pick<ClassPerson, 'check'>[]): { joined: number; passed: number } => ({ joined: people.length, passed: people.filter(passes).length });
