import { describe, expect, it } from 'vitest';
import { differs } from '../src/lib/release.svelte';

const page = (...names: string[]): string => `<head>${names.map((name) => `<link href="${name}">`).join('')}</head><div id="app"></div>`;
const OWN = ['/assets/index-1.js', '/assets/index-1.css'];

describe('whether the server has another client', () => {
  it('is told by the files its page names', () => {
    expect(differs(page(...OWN), OWN)).toBe(false);
    expect(differs(page('/assets/index-2.js', '/assets/index-1.css'), OWN)).toBe(true);
    expect(differs(page('/assets/index-1.js'), OWN)).toBe(true);
  });

  it('is not told by a page of somebody in between', () => {
    expect(differs('<title>Sign in to the Wi-Fi</title>', OWN)).toBe(false);
  });
});
