/**
 * Settings stored on this device: the theme, a name, the form of the map, the seats' tokens. If the storage is blocked
 * or full, the page holds them until it is closed.
 */

import { MediaQuery } from 'svelte/reactivity';
import { narrow } from './viewport';

export type Theme = 'system' | 'light' | 'dark';
/** The speed at which the table shows events. */
export type Speed = 'calm' | 'normal' | 'fast';
export type MapForm = 'map' | 'tiles' | 'list';

/** Values that could not be stored and are held by the page. */
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

/** Store a value, or delete it (null). Return false if only the page holds it. */
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

/** Whether a seat is lost when the page is closed, because neither the storage nor a cookie holds its token. */
export function forgetful(): boolean {
  return !stores() && !takesCookies();
}

/** Whether cookies work. Some browsers block them but claim otherwise, so set one and read it back. */
function takesCookies(): boolean {
  try {
    document.cookie = 'check=x; max-age=9; samesite=strict';
    return document.cookie.includes('check=x');
  } catch {
    return false;
  }
}

/** All stored keys that begin with `prefix`, without the prefix. */
export function rememberedUnder(prefix: string): string[] {
  const whole = `hustings.${prefix}`;
  const ours = [...held.keys()].map((key) => `hustings.${key}`);
  try {
    ours.push(...Object.keys(localStorage));
  } catch {
    // only the values that the page holds
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
  /** Whether the bots' characters speak now and then. */
  lines = $state(remembered('lines') !== 'off');
  /** Whether a player's cards turn over by themselves, from the third hand on, if nothing else can be done. */
  turns = $state(remembered('turns') !== 'off');
  /** Whether the player has answered the question whether Combat's cards turn by themselves. */
  turnsAsked = $state(remembered('turns') !== null);
  /** Whether single-character keys work at a table. */
  keys = $state(remembered('keys') !== 'off');
  /** The speed of the game at the present table; each game stores its own. */
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
    this.turnsAsked = true;
    remember('turns', turns ? 'on' : 'off');
  }

  setKeys(keys: boolean): void {
    this.keys = keys;
    remember('keys', keys ? null : 'off');
  }

  /** Load the speed last chosen for this game, or the normal one. */
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
