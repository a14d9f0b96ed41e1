/** All characters that a bot can have, with their portraits; loaded with the first portrait or list of people. */

import cast from '../../../../src/hustings/bots/characters.json';
import { drawn, type Face } from './face';

export interface Person {
  key: string;
  name: string;
  /** The level at which the character plays. */
  level: string;
  /** A sentence about the character, in English. */
  manner: string;
  face: Face;
}

export const people: readonly Person[] = cast;

export function personOf(key: string): Person | null {
  return people.find((one) => one.key === key) ?? null;
}

/** A portrait's parts as SVG; "" for a character that this client does not know. */
export function portraitOf(key: string): string {
  const person = personOf(key);
  return person ? drawn(person.face) : '';
}
