/**
 * What this device remembers: the theme, a name, how the map is shown, the tokens of seats. Storage may be missing, blocked or
 * full; then the page itself remembers until it is closed.
 */

import { MediaQuery } from 'svelte/reactivity';

export type Theme = 'system' | 'light' | 'dark';
/** How long the table shows what happens. */
export type Speed = 'calm' | 'normal' | 'fast';
export type MapForm = 'map' | 'tiles' | 'list';

/** What the storage did not take. */
const held = new Map<string, string>();

export function remembered(key: string): string | null {
  const value = held.get(key);
  if (value !== undefined) return value;
  try {
    return localStorage.getItem(`hustings.${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string | null): void {
  held.delete(key);
  try {
    if (value === null) localStorage.removeItem(`hustings.${key}`);
    else localStorage.setItem(`hustings.${key}`, value);
  } catch {
    if (value !== null) held.set(key, value);
  }
}

/** Whether the storage takes what it is given. */
export function stores(): boolean {
  remember('check', 'x');
  const taken = !held.has('check');
  remember('check', null);
  return taken;
}

/** Whether a seat is lost with the page: neither the storage nor a cookie keeps its token. */
export function forgetful(): boolean {
  return !stores() && !takesCookies();
}

/** Some browsers that block cookies call them enabled: only one that is set and found again shows it. */
function takesCookies(): boolean {
  try {
    document.cookie = 'check=x; max-age=9; samesite=strict';
    return document.cookie.includes('check=x');
  } catch {
    return false;
  }
}

/** What follows `prefix` in the keys of what is remembered. */
export function rememberedUnder(prefix: string): string[] {
  try {
    const whole = `hustings.${prefix}`;
    return Object.keys(localStorage).filter((key) => key.startsWith(whole)).map((key) => key.slice(whole.length));
  } catch {
    return [];
  }
}

function oneOf<T extends string>(value: string | null, allowed: readonly T[], otherwise: T): T {
  return allowed.find((one) => one === value) ?? otherwise;
}

const wide = new MediaQuery('min-width: 640px');
const darkWanted = new MediaQuery('prefers-color-scheme: dark');
const stillness = new MediaQuery('prefers-reduced-motion: reduce');

class Settings {
  theme = $state<Theme>(oneOf(remembered('theme'), ['system', 'light', 'dark'], 'system'));
  name = $state(remembered('name') ?? '');
  mapForm = $state<MapForm>(oneOf(remembered('map'), ['map', 'tiles', 'list'], wide.current ? 'map' : 'tiles'));
  sound = $state(remembered('sound') === 'on');
  /** Whether a hidden page notifies its player that it is their turn. */
  calls = $state(remembered('calls') === 'on');
  /** Whether the people whom bots are say a line now and then. */
  lines = $state(remembered('lines') !== 'off');
  /** Whether cards turn themselves in hands that ask for nothing else. */
  turns = $state(remembered('turns') !== 'off');
  /** Whether keys that are a single character do something at a table. */
  keys = $state(remembered('keys') !== 'off');
  /** Of the game at whose table the viewer is; each game keeps its own. */
  speed = $state<Speed>('normal');
  private game = '';
  curtain = $state<'always' | 'secret'>(oneOf(remembered('curtain'), ['always', 'secret'], 'always'));

  dark = $derived(this.theme === 'system' ? darkWanted.current : this.theme === 'dark');

  constructor() {
    $effect.root(() => {
      $effect(() => {
        document.documentElement.dataset['theme'] = this.dark ? 'dark' : 'light';
      });
    });
  }

  toggleTheme(): void {
    this.theme = this.dark ? 'light' : 'dark';
    remember('theme', this.theme);
  }

  toggleSound(): void {
    this.sound = !this.sound;
    remember('sound', this.sound ? 'on' : null);
  }

  setCalls(calls: boolean): void {
    this.calls = calls;
    remember('calls', calls ? 'on' : null);
  }

  setLines(lines: boolean): void {
    this.lines = lines;
    remember('lines', lines ? null : 'off');
  }

  setTurns(turns: boolean): void {
    this.turns = turns;
    remember('turns', turns ? null : 'off');
  }

  setKeys(keys: boolean): void {
    this.keys = keys;
    remember('keys', keys ? null : 'off');
  }

  /** Take the speed last chosen for this game; normal at first. */
  sitDown(game: string): void {
    this.game = game;
    this.speed = oneOf(remembered(`speed.${game}`), ['calm', 'normal', 'fast'], 'normal');
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    remember(`speed.${this.game}`, speed);
  }

  setName(name: string): void {
    this.name = name;
    remember('name', name);
  }

  setMapForm(form: MapForm): void {
    this.mapForm = form;
    remember('map', form);
  }

  setCurtain(curtain: 'always' | 'secret'): void {
    this.curtain = curtain;
    remember('curtain', curtain);
  }
}

export const settings = new Settings();

export function reducedMotion(): boolean {
  return stillness.current;
}
