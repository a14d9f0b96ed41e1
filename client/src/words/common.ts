/** What the words of several languages are put together with. */

/** A number and what it counts. */
export const many = (n: number, one: string, more = `${one}s`): string => `${n} ${n === 1 ? one : more}`;

/** A lead, or a deficit below 0. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** The votes of the smallest state. */
export const LEAST = 3;

/** What the server calls things, in the words of a language. */
export const named =
  (names: Readonly<Record<string, string>>) =>
  (name: string): string =>
    names[name] ?? name;
