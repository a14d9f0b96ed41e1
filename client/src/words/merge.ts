/** Words of one language laid over those of another. */

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Words with those of a language in place of the English ones, as far as it has them. */
export function merged(base: Fields, own: Fields): Fields {
  const said: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(own)) {
    const before = said[key];
    said[key] = isFields(value) && isFields(before) ? merged(before, value) : value;
  }
  return said;
}
