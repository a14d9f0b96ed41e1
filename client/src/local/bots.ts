/** Bots of the same levels as the server's, thinking in the game's own kernels. */

import type { SearchData } from './data.ts';
import { hex, signed } from './kernels.ts';
import { randomKey } from './kept.ts';
import type { Board } from './table.ts';

export interface Found {
  action: number;
  tried: number;
  share: number;
  weight: number;
}

/** A hint: an action, the seat's share with it, how often to play it, and whether it answers a deal. */
export interface Advice {
  action: number;
  share: number | null;
  weight: number;
  deal: boolean;
}

const WAIT = -1;
/** A level that keeps its word always. */
export const STEADY = -1;
const [CHOOSE, INTERJECT, LOOK] = [0, 1, 2];
const MOST_ADVICE = 3;
const rounded = (value: number): number => Math.round(value * 1000) / 1000;
const BREAKS = 4; // where the habits say what breaking a word must bring

export class Bots {
  private readonly board: Board;
  /** The memory of each size of search: it is as large as the tree. */
  private readonly memory = new Map<string, number>();
  /** How many games are played on from a record, and where. */
  readonly playouts = 100;
  private played: number[] | null = null;

  constructor(board: Board) {
    this.board = board;
  }

  /** The move of a seat that is asked, from its view. */
  choose(view: Uint8Array, seats: number, seat: number, level: string, key: bigint, breaks = STEADY): number {
    const { game, kernels, out, record } = this.board;
    const play = game.levels[level];
    if (!play) throw new Error(`there is no level ${level}`);
    if ('search' in play) return this.search(play.search[String(seats)], view, seats, seat, key, CHOOSE, breaks).action;
    kernels.bytes(record, view.length).set(view);
    return kernels.call('quickly', record, seat, play.lapse, breaks, signed(key), out);
  }

  /** A move that a seat makes unasked; null where waiting is better. */
  interject(view: Uint8Array, seats: number, seat: number, level: string, key: bigint): number | null {
    const play = this.board.game.levels[level];
    if (!play || !('search' in play)) return null;
    const { action } = this.search(play.search[String(seats)], view, seats, seat, key, INTERJECT, STEADY);
    return action === WAIT ? null : action;
  }

  /** What the strongest level finds of each choice. */
  look(view: Uint8Array, seats: number, seat: number, key: bigint, level?: string): Found[] {
    const searches = Object.entries(this.board.game.levels).filter(([name, play]) => 'search' in play && (level ?? name) === name);
    const play = searches.at(-1)?.[1];
    return play && 'search' in play ? this.search(play.search[String(seats)], view, seats, seat, key, LOOK, STEADY).found : [];
  }

  /** The strongest level's best moves of a seat that must decide, the best first; an answer to a deal is valued as bots value deals. */
  advise(view: Uint8Array, seats: number, seat: number, key: bigint): Advice[] {
    const found = this.look(view, seats, seat, key).filter((one) => one.action !== WAIT);
    const sum = (list: readonly Found[], value: (one: Found) => number): number => list.reduce((all, one) => all + value(one), 0);
    const { kernels, out, record } = this.board;
    kernels.bytes(record, view.length).set(view);
    if (kernels.call('answers', record, seat, signed(key), out)) {
      const [best, other] = kernels.numbers(out, 2);
      const answers = [...new Set([best, other])].flatMap((action) => found.filter((one) => one.action === action));
      const tried = sum(answers, (one) => one.tried);
      const share = tried ? rounded(sum(answers, (one) => one.tried * one.share) / tried) : null;
      return answers.map(({ action }) => ({ action, share, weight: action === best ? 1 : 0, deal: true }));
    }
    const whole = sum(found, (one) => one.weight) || 1;
    found.sort((a, b) => b.weight - a.weight || b.tried - a.tried || b.share - a.share || a.action - b.action);
    return found.slice(0, MOST_ADVICE).map((one) => ({ action: one.action, share: one.tried ? rounded(one.share) : null, weight: rounded(one.weight / whole), deal: false }));
  }

  /** Each seat's mean share of games that are played on from a record. */
  playedOn(row: Uint8Array, seats: number, level: 'thumb' | 'random', key = randomKey()): number[] {
    const { kernels, note, out, record } = this.board;
    const [trial, number, shares] = (this.played ??= [row.length, 8, 8 * Math.max(...this.board.game.detail.players)].map((size) => kernels.room(size))) as [number, number, number];
    kernels.bytes(record, row.length).set(row);
    kernels.call('shares', trial, trial, record, this.playouts, seats, level === 'thumb' ? 1 : 0, signed(key), note, number, out, shares);
    return Array.from(kernels.doubles(shares, seats));
  }

  private search(how: SearchData | undefined, view: Uint8Array, seats: number, seat: number, key: bigint, what: number, breaks: number): { action: number; found: Found[] } {
    if (!how) throw new Error('this number of seats cannot be searched');
    const { kernels } = this.board;
    const at = this.prepared(how, seats);
    const place = (name: string): number => at + 8 * (how.words[name] ?? 0);
    kernels.words(place('habits'), how.habits.length)[BREAKS] = BigInt(breaks);
    const row = kernels.bytes(place('view'), -(-view.length >> 3) * 8);
    row.fill(0);
    row.set(view);
    const { nodes, edges, exact, kept } = how;
    const spotted = how.spots.length / 2;
    const answer = kernels.call('think', at, at, at, at, at, at, seats, seat, signed(key & ((1n << 63n) - 1n)), nodes, edges, spotted, exact ? 1 : 0, kept, what);
    if (what !== LOOK) return { action: answer, found: [] };
    const tried = kernels.integers(place('tried'), 2 * edges);
    const weights = kernels.numbers(place('weights'), answer);
    const shares = kernels.doubles(place('shares'), answer);
    const found = weights.map((weight, k) => ({ action: tried[edges + k] ?? 0, tried: tried[k] ?? 0, share: shares[k] ?? 0, weight }));
    return { action: WAIT, found };
  }

  private prepared(how: SearchData, seats: number): number {
    const { kernels } = this.board;
    const size = how.words['size'] ?? 0;
    const name = `${seats} ${how.nodes} ${how.exact}`;
    const at = this.memory.get(name) ?? kernels.room(8 * size);
    this.memory.set(name, at);
    const place = (part: string): number => at + 8 * (how.words[part] ?? 0);
    kernels.words(place('habits'), how.habits.length).set(how.habits.map(BigInt));
    kernels.doubles(place('settings'), how.settings.length).set(how.settings);
    const fixed = hex(how.fixed);
    kernels.bytes(place('fixed'), fixed.length).set(fixed);
    kernels.words(place('spots'), how.spots.length).set(how.spots.map(BigInt));
    kernels.bytes(place('full'), place('view') - place('full')).fill(255);
    return at;
  }
}
