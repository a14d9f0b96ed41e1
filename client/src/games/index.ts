/** The games this client has a table for. A further one adds a line here and a folder; president/ is the model to follow. */

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
  /** Its rules in a picture. */
  example: Component<{ title: string }>;
  /** The board, fetched when somebody sits down. */
  table: () => Promise<{ default: Component }>;
  /** Whether what is owed now is a secret between the seats of a passed device. */
  secret: (view: Record<string, unknown>) => boolean;
  /** What the people at the table may speak of: events that spectators are told as every seat is. */
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

/** For a game that has no table of its own: every legal move as a button. */
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
