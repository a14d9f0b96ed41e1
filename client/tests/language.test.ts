import { describe, expect, it } from 'vitest';
import { languageFor } from '../src/words/language';

describe('the language shown', () => {
  it("is the browser's first that is there", () => {
    expect(languageFor(null, ['es-MX', 'en'])).toBe('es');
    expect(languageFor(null, ['de', 'es', 'en'])).toBe('es');
    expect(languageFor(null, ['fr-CA'])).toBe('en');
    expect(languageFor(null, [])).toBe('en');
  });
  it('is the one chosen, if there is one', () => {
    expect(languageFor('en', ['es'])).toBe('en');
    expect(languageFor('xx', ['es'])).toBe('es');
  });
});
