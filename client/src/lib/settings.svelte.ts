/**
 * Settings kept on this device: the theme, a name, the form of the map, the tokens of seats. If the storage is missing,
 * blocked or full, the page keeps them until it is closed.
 */

import { MediaQuery } from 'svelte/reactivity';
import { narrow } from './viewport';

export type Theme = 'system' | 'light' | 'dark';
/** The speed at which the table shows events. */
export type Speed = 'calm' | 'normal' | 'fast';
export type MapForm = 'map' | 'tiles' | 'list';

/** Values that could not be stored. */
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

/** Remember a value, or forget it (null); false if the storage does not take it and only the page remembers. */
export function remember(key: string, value: string | null): boolean {
  held.delete(key);
  try {
    if (value === null) localStorage.removeItem(`hustings.${key}`);
    else localStorage.setItem(`hustings.${key}`, value);
    return true;
  } catch {
    if (value !== null) held.set(key, value);
    return value === null;
  }
}

/** Whether the storage works. */
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

/** The rest after `prefix` of all stored keys that begin with it. */
export function rememberedUnder(prefix: string): string[] {
  const whole = `hustings.${prefix}`;
  const ours = [...held.keys()].map((key) => `hustings.${key}`);
  try {
    ours.push(...Object.keys(localStorage));
  } catch {
    // values kept by the page itself
  }
  return [...new Set(ours)].filter((key) => key.startsWith(whole)).map((key) => key.slice(whole.length));
}

const FORGOTTEN = 'forgotten';

/** Delete everything stored on this device. Other windows go to the front page, so that they store nothing again. */
export function forgetStorage(): void {
  for (const key of rememberedUnder('')) remember(key, null);
  remember(FORGOTTEN, String(Date.now()));
  remember(FORGOTTEN, null);
}

/** Whether a storage event says that another window has deleted everything stored on this device. */
export const isForgetting = ({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): boolean => key === `hustings.${FORGOTTEN}` && newValue !== null;

function oneOf<T extends string>(value: string | null, allowed: readonly T[], otherwise: T): T {
  return allowed.find((one) => one === value) ?? otherwise;
}

const darkWanted = new MediaQuery('prefers-color-scheme: dark');
const stillness = new MediaQuery('prefers-reduced-motion: reduce');

class Settings {
  theme = $state<Theme>(oneOf(remembered('theme'), ['system', 'light', 'dark'], 'system'));
  name = $state(remembered('name') ?? '');
  mapForm = $state<MapForm>(oneOf(remembered('map'), ['map', 'tiles', 'list'], narrow.current ? 'tiles' : 'map'));
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
