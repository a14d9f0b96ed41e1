/** Everybody a bot can be, with their portraits: fetched with the first portrait or list of people. */

import cast from '../../../../src/hustings/bots/characters.json';
import { drawn, type Face } from './face';

export interface Person {
  key: string;
  name: string;
  /** The level they play at. */
  level: string;
  /** A sentence about them, in English. */
  manner: string;
  face: Face;
}

export const people: readonly Person[] = cast;

export function personOf(key: string): Person | null {
  return people.find((one) => one.key === key) ?? null;
}

/** A portrait's parts as SVG; nothing for somebody this page does not know yet. */
export function portraitOf(key: string): string {
  const person = personOf(key);
  return person ? drawn(person.face) : '';
}
