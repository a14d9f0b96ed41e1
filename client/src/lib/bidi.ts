/**
 * Isolates right-to-left text. Typed text, such as a name, may run from right to left and would then reorder the
 * numbers and signs around it. Texts from the server with such letters are wrapped in isolating characters as they are
 * read, and unwrapped as they are sent.
 */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const OPEN = '\u2068'; // first strong isolate
const CLOSE = '\u2069'; // pop directional isolate
/** The fields that hold a whole English sentence. */
const SENTENCES: readonly string[] = ['text', 'error'];
const MARKS = /[\u2068\u2069]/g;

/** Wrap a text with right-to-left letters in isolating characters; return other texts unchanged. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `${OPEN}${plain(text)}${CLOSE}` : text;
}

/** Remove the isolating characters from a text. */
export function plain(text: string): string {
  return text.replace(MARKS, '');
}

/**
 * Parse the server's JSON and isolate its texts. A sentence with a key stays as it is, since its facts are isolated.
 */
export function readJson(json: string): unknown {
  return JSON.parse(json, function (this: Record<string, unknown>, key, value: unknown) {
    return typeof value === 'string' && !(SENTENCES.includes(key) && this['key']) ? isolated(value) : value;
  });
}

/** Write JSON for the server, without isolating characters. */
export function writeJson(value: unknown): string {
  return plain(JSON.stringify(value));
}
