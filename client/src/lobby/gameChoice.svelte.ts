/** The game that a class or a club is about to play, as chosen in its form so far. */

import type { GameDetail, LevelInfo, MakeClass } from '../lib/protocol';
import { usualLevel } from '../lib/quick';
import { api } from '../session/api';

export interface Terms {
  clock: NonNullable<MakeClass['clock']>;
  seconds: number;
  reactions?: boolean;
}

/** The initial values of a game's form. */
interface Beginning {
  size: number;
  options: Record<string, string>;
  terms: Terms;
  level?: string;
  duplicate?: boolean;
}

export class GameChoice {
  name = $state('');
  /** The game with this name; null until the server has answered. */
  game = $state.raw<GameDetail | null>(null);
  levels = $state.raw<LevelInfo[]>([]);
  size = $state(0);
  level = $state('');
  options = $state<Record<string, string>>({});
  terms = $state<Terms>({ clock: 'gentle', seconds: 0 });
  duplicate = $state(false);

  constructor(
    private readonly beginning: (game: GameDetail) => Beginning,
    failed: (error: unknown) => void,
  ) {
    $effect(() => {
      if (this.name) this.load().catch(failed);
    });
  }

  async load(): Promise<void> {
    const wanted = this.name;
    const [game, levels] = await Promise.all([api.game(wanted), api.levels(wanted)]);
    if (wanted !== this.name) return; // another game has been chosen meanwhile
    Object.assign(this, { level: usualLevel(levels), ...this.beginning(game), game, levels });
  }

  /** The game's part of a request. */
  wish(game: GameDetail): Terms & Omit<Beginning, 'terms'> & { game: string; level: string; duplicate: boolean } {
    const { size, level, options, terms, duplicate } = this;
    return { game: game.name, options: { ...options }, size, level, ...terms, duplicate };
  }
}
