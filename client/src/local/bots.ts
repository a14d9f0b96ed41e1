/** Bots of the same levels as the server's. They run the game's own compiled functions (kernels). */

import type { SearchData } from '../lib/protocol';
import { hex, signed } from './kernels.ts';
import type { Board } from './table.ts';

export interface Found {
  action: number;
  tried: number;
  share: number;
  weight: number;
}

/**
 * A hint: an action, the seat's expected share of the win, how often to play the action, and whether it answers a deal.
 */
export interface Advice {
  action: number;
  share: number | null;
  weight: number;
  deal: boolean;
}

const WAIT = -1;
/** The value of `breaks` for a bot that always keeps its word. */
export const STEADY = -1;
const [CHOOSE, INTERJECT, LOOK, JUDGE, PLAY, EXPLAIN] = [0, 1, 2, 3, 4, 5];
const MOST_ADVICE = 3;
const rounded = (value: number): number => Math.round(value * 1000) / 1000;
const BREAKS = 4; // the index in a search's habits of the gain for which a bot breaks its word

export class Bots {
  readonly board: Board;
  /**
   * Bytes of a record that a seat may know only if a mask in the record allows it: pairs of a byte's index and its
   * mask's index.
   */
  private readonly spots: bigint[];
  /** The address of the memory of each search size; a search needs as much memory as its tree. */
  private readonly memory = new Map<string, number>();

  constructor(board: Board) {
    this.board = board;
    this.spots = board.game.record.masked.flatMap(([at = 0, size = 1, count = 0, mask = 0, width = 1]) =>
      Array.from({ length: size * count }, (_, k) => [BigInt(at + k), BigInt(mask + Math.floor(k / size) * width)]).flat(),
    );
  }

  /** Choose the move of a seat that has to decide, from its view. */
  choose(view: Uint8Array, seats: number, seat: number, level: string, key: bigint, breaks = STEADY): number {
    const { game, kernels, out, record } = this.board;
    const play = game.levels[level];
    if (!play) throw new Error(`there is no level ${level}`);
    if ('search' in play) return this.think(play.search[String(seats)], view, seats, seat, key, CHOOSE, breaks)[0];
    kernels.bytes(record, view.length).set(view);
    return kernels.call('quickly', record, seat, play.lapse, breaks, signed(key), out);
  }

  /** Choose a move for a seat that may move unasked; null if waiting is better. */
  interject(view: Uint8Array, seats: number, seat: number, level: string, key: bigint): number | null {
    const play = this.board.game.levels[level];
    if (!play || !('search' in play)) return null;
    const [action] = this.think(play.search[String(seats)], view, seats, seat, key, INTERJECT, STEADY);
    return action === WAIT ? null : action;
  }

  /** The search parameters of a level, by default the strongest. */
  private searchOf(seats: number, level?: string): SearchData | undefined {
    const searches = Object.entries(this.board.game.levels).flatMap(([name, play]) => ('search' in play && (level ?? name) === name ? [play.search] : []));
    return searches.at(-1)?.[String(seats)];
  }

  /** Evaluate each choice with a level's search, by default the strongest. */
  look(view: Uint8Array, seats: number, seat: number, key: bigint, level?: string): Found[] {
    const how = this.searchOf(seats, level);
    if (!how) return [];
    const [size, place] = this.think(how, view, seats, seat, key, LOOK, STEADY);
    const { kernels } = this.board;
    const [actions, tried] = [kernels.integers(place('action'), size), kernels.integers(place('tried'), size)];
    const shares = kernels.doubles(place('found'), size);
    return kernels.numbers(place('mix'), size).map((weight, k) => ({ action: actions[k] ?? 0, tried: tried[k] ?? 0, share: shares[k] ?? 0, weight }));
  }

  /**
   * The strongest level's best moves for a seat that has to decide, the best first. Answers to a deal are valued as the
   * bots value deals.
   */
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

  /** Play games on from a record to their end; return each seat's mean share of the win. */
  playedOn(row: Uint8Array, seats: number, games: number, key: bigint): number[] {
    return this.playOn(row, seats, key, 0, games, this.board.game.review.lapse).slice(0, seats).map((sum) => sum / games);
  }

  /**
   * Play games on from a complete record. Return the sums of the seats' shares, then of their squares. first: the
   * number of the first game.
   */
  playOn(row: Uint8Array, seats: number, key: bigint, first: number, games: number, lapse: number): number[] {
    const [, place] = this.think(this.searchOf(seats), row, seats, 0, key, PLAY, STEADY, [0, 0, first, games, lapse]);
    return Array.from(this.board.kernels.doubles(place('sums'), 2 * seats));
  }

  /**
   * Judge an action of a seat from its view; return the numbers that `bots.search.judging` defines, or null if there
   * was no choice.
   */
  judge(view: Uint8Array, seats: number, seat: number, key: bigint, iterations: number, action: number, worlds: number): number[] | null {
    const how = this.searchOf(seats);
    const [size, place] = this.think(how && { ...how, habits: [iterations, ...how.habits.slice(1)] }, view, seats, seat, key, JUDGE, STEADY, [action, 0, 0, worlds]);
    return size ? Array.from(this.board.kernels.doubles(place('verdict'), this.board.game.review.verdict)) : null;
  }

  /** Play games on after each of two actions of a seat; return the scores and leads of both. */
  explain(view: Uint8Array, seats: number, seat: number, key: bigint, better: number, other: number, side: number, worlds: number): number[] {
    const [, place] = this.think(this.searchOf(seats), view, seats, seat, key, EXPLAIN, STEADY, [better, side, other, worlds]);
    return Array.from(this.board.kernels.doubles(place('verdict'), this.board.game.review.verdict));
  }

  /**
   * Call the kernel's search; return its answer and a function that gives the address of a part of its memory. more:
   * extra arguments of JUDGE, PLAY and EXPLAIN.
   */
  private think(how: SearchData | undefined, row: Uint8Array, seats: number, seat: number, key: bigint, what: number, breaks: number, more: readonly number[] = []): [answer: number, place: (part: string) => number] {
    if (!how) throw new Error('this number of seats cannot be searched');
    const { kernels } = this.board;
    const [at, place] = this.prepared(how, seats);
    kernels.words(place('habits'), how.habits.length)[BREAKS] = BigInt(breaks);
    kernels.bytes(place('words'), -(-row.length >> 3) * 8).fill(0).set(row);
    const [made = 0, side = 0, first = 0, games = 0, lapse = 0] = more;
    const positive = signed(key & ((1n << 63n) - 1n));
    return [kernels.call('think', at, at, seat, positive, what, made, side, first, games, lapse), place];
  }

  /**
   * Write a search's parameters to its memory; return its address and a function that gives the address of each array.
   */
  private prepared(how: SearchData, seats: number): [at: number, place: (part: string) => number] {
    const { game, kernels } = this.board;
    const name = how.sizes.join(' ');
    const at = this.memory.get(name) ?? kernels.room(8 * how.size);
    this.memory.set(name, at);
    const place = (part: string): number => at + 8 * (how.words[part] ?? 0);
    kernels.words(at, how.sizes.length).set(how.sizes.map(BigInt));
    kernels.words(place('habits'), how.habits.length).set(how.habits.map(BigInt));
    kernels.doubles(place('settings'), how.settings.length).set(how.settings);
    const rows = (place('spots') - place('fixed')) / seats;
    for (let seat = 0; seat < seats; seat++) {
      const fixed = hex(game.record.fixed[String(seat)] ?? '');
      kernels.bytes(place('fixed') + seat * rows, fixed.length).set(fixed);
    }
    kernels.words(place('spots'), this.spots.length).set(this.spots);
    kernels.bytes(place('full'), rows).fill(255);
    return [at, place];
  }
}
