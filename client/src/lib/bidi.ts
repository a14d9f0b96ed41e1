/**
 * Texts that people typed may run from right to left, and would then move the numbers and marks around them. The pages are
 * written from left to right, so a text of the server with such a letter was typed by somebody: it is isolated as soon as it
 * is read, and sent back without the marks.
 */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const OPEN = '\u2068'; // first strong isolate
const CLOSE = '\u2069'; // pop directional isolate
/** What holds a whole sentence, as the server fills it in English. */
const SENTENCES: readonly string[] = ['text', 'error'];
const MARKS = /[\u2068\u2069]/g;

/** A text that neither moves nor takes on the direction of what stands around it. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `${OPEN}${plain(text)}${CLOSE}` : text;
}

/** A text as it was typed. */
export function plain(text: string): string {
  return text.replace(MARKS, '');
}

/** Read JSON of the server. A sentence with a key beside it stays: the facts in it are isolated instead. */
export function readJson(json: string): unknown {
  return JSON.parse(json, function (this: Record<string, unknown>, key, value: unknown) {
    return typeof value === 'string' && !(SENTENCES.includes(key) && this['key']) ? isolated(value) : value;
  });
}

/** Write JSON for the server, with every text as it was typed. */
export function writeJson(value: unknown): string {
  return plain(JSON.stringify(value));
}
