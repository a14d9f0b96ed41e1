/**
 * Register of the games that have their own table in this client. To add a game, write a folder like president/ and add
 * an entry here.
 */

import type { Component } from 'svelte';
import type { Cause } from '../table/speech/speeches';
import CombatExample from './combat/Example.svelte';
import CombatPicture from './combat/Picture.svelte';
import MudslingerExample from './mudslinger/Example.svelte';
import MudslingerPicture from './mudslinger/Picture.svelte';
import PoliticsExample from './politics/Example.svelte';
import PoliticsPicture from './politics/Picture.svelte';
import PresidentExample from './president/Example.svelte';
import PresidentPicture from './president/Picture.svelte';
import AnyPicture from './AnyPicture.svelte';

export type Picture = Component<{ title: string; majority: number | null }>;

export interface GameUi {
  picture: Picture;
  /** A drawing that explains the main rule. */
  example: Component<{ title: string }>;
  /** Load the component of the table. */
  table: () => Promise<{ default: Component }>;
  /** Whether the current decision is secret, so that players who share a device must not see each other's screen. */
  secret: (view: Record<string, unknown>) => boolean;
  /** Load the events about which the bots' characters speak; all of them are public. */
  occasions: () => Promise<readonly Cause[]>;
}

const FACES: Readonly<Record<string, GameUi>> = {
  combat: {
    picture: CombatPicture,
    example: CombatExample,
    table: () => import('./combat/Table.svelte'),
    secret: (view) => view['task'] === 'throw',
    occasions: async () => (await import('./combat/occasions.json')).default as Cause[],
  },
  mudslinger: {
    picture: MudslingerPicture,
    example: MudslingerExample,
    table: () => import('./mudslinger/Table.svelte'),
    secret: () => true,
    occasions: async () => (await import('./mudslinger/occasions.json')).default as Cause[],
  },
  politics: {
    picture: PoliticsPicture,
    example: PoliticsExample,
    table: () => import('./politics/Table.svelte'),
    secret: () => true,
    occasions: async () => (await import('./politics/occasions.json')).default as Cause[],
  },
  president: {
    picture: PresidentPicture,
    example: PresidentExample,
    table: () => import('./president/Table.svelte'),
    secret: () => true,
    occasions: async () => (await import('./president/occasions.json')).default as Cause[],
  },
};

/** For games without their own table: each legal move is a button. */
const PLAIN: GameUi = {
  picture: AnyPicture,
  example: AnyPicture,
  table: () => import('./plain/Table.svelte'),
  secret: () => true,
  occasions: () => Promise.resolve([]),
};

export function gameUi(game: string): GameUi {
  return FACES[game] ?? PLAIN;
}

export function pictureOf(game: string): Picture {
  return gameUi(game).picture;
}
