/**
 * One game in progress, with the same record, log and events as a table in Python. Everything specific to a game is
 * data.
 */

import type { EventInfo, Fact, GameData, NightInfo, ResultInfo } from '../lib/protocol';
import { fieldsOf, textOf } from '../lib/read.ts';
import { one, read, told } from './data.ts';
import { english, slots } from './english.ts';
import { signed, type Kernels } from './kernels.ts';
import { lastCount, night, type Count } from './night.ts';
import { readMove, Unread, write, writeOutcome, type Read } from './notation.ts';
import type { Saved } from './saved.ts';
import { optionsOf, seen, shown, SPECTATOR } from './view.ts';

export const CHANCE = '* ';
const NO_ACTION = -1;

export interface Reason {
  text: string;
  clause: string | null;
  key: string;
  facts: Record<string, Fact>;
}

interface Happened extends EventInfo {
  sees: number;
}

interface Standing {
  owes: number[];
  may: number[];
  over: boolean;
  forced: number;
  stream: number;
}

export type Odds = Record<string, [number, number]>;
/** The weight of each outcome, by the outcome's number. */
type Weights = Map<number, bigint>;

/** The parts of a game's memory that all its tables share. */
export class Board {
  readonly game: GameData;
  readonly kernels: Kernels;
  readonly program: Record<string, unknown>;
  readonly record: number;
  readonly note: number;
  readonly out: number;
  private counting: number | null = null;

  constructor(game: GameData, kernels: Kernels, program: Record<string, unknown>) {
    [this.game, this.kernels, this.program] = [game, kernels, program];
    this.record = kernels.room(game.record.size);
    this.note = kernels.room(game.note[0] * game.note[1] * 8);
    this.out = kernels.room(8 * (64 + game.most + game.outcomes + 2 * (game.telling.states.length ?? 0)));
  }

  /** The random number of a key and a stream at index `count`. */
  draw(key: bigint, stream: number, count: number): bigint {
    this.kernels.call('draw', signed(key), stream, count, this.out);
    return this.kernels.words(this.out, 1)[0] ?? 0n;
  }

  /** Zeroed memory for computing odds. */
  memory(): number {
    const size = this.game.telling.oddsMemory ?? 0;
    this.counting ??= this.kernels.room(8 * size);
    this.kernels.words(this.counting, size).fill(0n);
    return this.counting;
  }
}

export class Table {
  readonly board: Board;
  readonly seats: number;
  readonly log: string[] = [];
  private key: bigint | null;
  private deal: readonly string[][] = [];
  private record: Uint8Array;
  private happened: Happened[] = [];
  private readonly counts: number[];

  /** key: for random outcomes; null: all outcomes come from a log. */
  constructor(board: Board, seats: number, options: Readonly<Record<string, string>>, key: bigint | null) {
    [this.board, this.seats, this.key] = [board, seats, key];
    const { game } = board;
    this.counts = game.streams.map(() => 0);
    this.record = new Uint8Array(game.record.size);
    this.record[game.record.seats] = seats;
    for (const field of game.record.fields) {
      if (field.option) this.record[field.at] = Math.max(0, field.unit?.indexOf(options[field.name] ?? '') ?? 0);
    }
    this.with(this.record, (at) => board.kernels.call('start', at), true);
    this.run();
  }

  /** Call a kernel on a copy of a record and return its answer. keep: write the kernel's changes back to the record. */
  private with(record: Uint8Array, call: (at: number) => number, keep = false): number {
    const { kernels } = this.board;
    const place = kernels.bytes(this.board.record, record.length);
    place.set(record);
    const found = call(this.board.record);
    if (keep) record.set(kernels.bytes(this.board.record, record.length));
    return found;
  }

  private numbers(count: number): number[] {
    return this.board.kernels.numbers(this.board.out, count);
  }

  get standingNow(): Standing {
    this.with(this.record, (at) => this.board.kernels.call('look', at, this.board.out));
    const [owes = 0, may = 0, over = 0, forced = 0, stream = 0] = this.numbers(5);
    const bits = (mask: number): number[] => Array.from({ length: this.seats }, (_, seat) => seat).filter((seat) => (mask >> seat) & 1);
    return { owes: bits(owes), may: bits(may), over: over !== 0, forced, stream };
  }

  get options(): Record<string, string> {
    return optionsOf(this.board.game, this.record);
  }

  get sides(): number[][] {
    return this.board.game.sides[String(this.seats)] ?? [];
  }

  bytes(): Uint8Array {
    return this.record.slice();
  }

  viewBytes(seat: number | null): Uint8Array {
    return seen(this.board.game, this.record, seat ?? SPECTATOR);
  }

  view(seat: number | null): Record<string, unknown> {
    return shown(this.board.game, this.viewBytes(seat));
  }

  /** The whole record, including hidden parts; use it only after the end. */
  whole(): Record<string, unknown> {
    return shown(this.board.game, this.record);
  }

  legal(seat: number): number[] {
    return this.legalIn(this.record, seat);
  }

  text(seat: number, action: number, record = this.record): string {
    return `P${seat + 1} ${write(this.board.game, action, record)}`;
  }

  events(since: number, seat: number | null): EventInfo[] {
    const bit = seat === null ? 0 : 1 << seat;
    return this.happened.filter(({ entry, sees }) => entry > since && (sees === -1 || (sees & bit) !== 0)).map(({ entry, event, seat: by, args }) => ({ entry, event, seat: by, args }));
  }

  allEvents(): EventInfo[] {
    return this.happened.map(({ entry, event, seat, args }) => ({ entry, event, seat, args }));
  }

  /**
   * Each seat's visible score: if the game were counted now, or in a finished game with several counts the votes of the
   * last one.
   */
  standing(): number[] {
    if (!this.standingNow.over) return this.payoff(this.viewBytes(null))[1];
    return lastCount(this.board.game.telling.lastCount ?? null, this.happened, this.seats) ?? this.payoff(this.record)[1];
  }

  private payoff(record: Uint8Array): [number[], number[]] {
    this.with(record, (at) => this.board.kernels.call('payoff', at, this.seats, this.board.out));
    const all = this.numbers(2 * this.seats);
    return [all.slice(0, this.seats), all.slice(this.seats)];
  }

  votes(which: 'majority' | 'too_many'): number | null {
    return this.board.kernels.has(which) ? this.with(this.record, (at) => this.board.kernels.call(which, at)) || null : null;
  }

  result(): ResultInfo | null {
    const { game, kernels, program, note } = this.board;
    if (!this.standingNow.over) return null;
    const [weights, scores] = this.payoff(this.record);
    const total = weights.reduce((all, one) => all + one, 0);
    const best = Math.max(...weights);
    const winners = weights.flatMap((weight, seat) => (weight === best && Math.min(...weights) < best ? [`P${seat + 1}`] : []));
    this.with(this.record, (at) => kernels.call('ending', at, note));
    const message = one(told(this.board, game.telling.endings));
    return { winners, shares: weights.map((weight) => weight / total), scores, text: english(message, game.detail.words, program, ['results']), ...message };
  }

  /** The order in which a finished game's states come in; null before the end and in games without a map. */
  night(): NightInfo | null {
    const { game, kernels, out } = this.board;
    if (!this.standingNow.over || !kernels.has('recount')) return null;
    this.with(this.record, (at) => kernels.call('held', at, out));
    const held = this.numbers(2 * game.telling.states.length);
    const bySide = (record: Uint8Array): Count => {
      const [weights, scores] = this.payoff(record);
      return [this.sides.map(([seat = 0]) => weights[seat] ?? 0), this.sides.map(([seat = 0]) => scores[seat] ?? 0)];
    };
    const recount = (holder: readonly number[]): Count => {
      const trial = this.bytes();
      kernels.words(out, holder.length).set(holder.map(BigInt));
      this.with(trial, (at) => kernels.call('recount', at, out), true);
      return bySide(trial);
    };
    return night(game.telling, held, this.events(0, null), recount, bySide(this.record));
  }

  /** The immediate effects of a seat's legal actions, by the move's text. */
  sways(seat: number, actions: readonly number[], view = this.viewBytes(seat)): Record<string, Record<string, number>> {
    const { game, kernels, note } = this.board;
    const found: Record<string, Record<string, number>> = {};
    for (const action of kernels.has('effect') ? actions : []) {
      this.with(view, (at) => kernels.call('effect', at, seat, action, note));
      const rows = told(this.board, game.telling.effects);
      if (rows.length > 0) found[this.text(seat, action)] = Object.fromEntries(rows.map(({ form, numbers }) => [form.name, Number(numbers[0])]));
    }
    return found;
  }

  /** The effects of moves that each seat may choose later, as far as they are public. */
  prospects(seat: number | null): Record<string, Record<string, number>> {
    const { game, kernels, out } = this.board;
    if (!kernels.has('prospects') || this.standingNow.over) return {};
    const view = this.viewBytes(seat);
    const found = Array.from({ length: this.seats }, (_, player) => {
      const count = this.with(view, (at) => kernels.call('prospects', at, player, game.most, out));
      return this.sways(player, this.numbers(count), view);
    });
    return Object.assign({}, ...found) as Record<string, Record<string, number>>;
  }

  foreseen(seat: number): string[] {
    const { game, kernels, out } = this.board;
    const { owes, over } = this.standingNow;
    if (!game.telling.foresees || over || owes.includes(seat)) return [];
    const count = this.with(this.viewBytes(seat), (at) => kernels.call('foresee', at, seat, game.most, out));
    return this.numbers(count).map((action) => this.text(seat, action));
  }

  read(text: string): Read {
    return readMove(this.board.game, this.seats, this.record, text);
  }

  /** Whether the choice among the legal moves can no longer matter. */
  get alike(): boolean {
    return this.board.kernels.has('alike') && this.with(this.viewBytes(null), (at) => this.board.kernels.call('alike', at)) !== 0;
  }

  /** Whether a seat may decline to react to another seat's move. */
  reacts(seat: number): boolean {
    const { reaction } = this.board.game;
    return reaction !== '' && this.why(`P${seat + 1} ${reaction}`) === null;
  }

  why(text: string): Reason | null {
    try {
      const { seat, action } = this.read(text);
      const number = this.with(this.record, (at) => this.board.kernels.call('act', at, seat, action, this.board.note));
      return number ? this.reason(seat, action, number) : null;
    } catch (error) {
      if (error instanceof Unread) return this.unread(error);
      throw error;
    }
  }

  private unread({ key, facts }: Unread): Reason {
    const number = Object.entries(this.board.game.reasons).find(([, { name }]) => name === key)?.[0] ?? 0;
    if (!key.includes('.')) return this.refused(key, { ...this.known(SPECTATOR, NO_ACTION, Number(number)), ...facts });
    return { text: english({ key, facts }, this.board.game.detail.words, this.board.program), clause: null, key, facts };
  }

  private reason(seat: number, action: number, number: number): Reason {
    const key = this.board.game.reasons[String(number)]?.name ?? '';
    return this.refused(key, { tried: this.text(seat, action), seat: `P${seat + 1}`, ...this.known(seat, action, number) });
  }

  /** The facts of an error, by the number of its reason. */
  private known(seat: number, action: number, reason: number): Record<string, Fact> {
    const { game, kernels, note } = this.board;
    if (!kernels.has('explain')) return {};
    this.with(this.record, (at) => kernels.call('explain', at, seat, action, reason, note));
    return one(told(this.board, game.reasons)).facts;
  }

  private refused(key: string, told: Record<string, Fact>): Reason {
    const { program, game } = this.board;
    const { words } = game.detail;
    const entry = fieldsOf(fieldsOf(words['reasons'])[key]);
    const wanted = slots(textOf(entry['text']) ?? '');
    const facts = Object.fromEntries(Object.entries(told).filter(([name]) => wanted.has(name)));
    const task = fieldsOf(fieldsOf(words['tasks'])[textOf(fieldsOf(told['task'])['key']) ?? '']);
    const clause = textOf(entry['clause']) ?? textOf(task['clause']);
    return { text: english({ key, facts }, words, program, ['reasons']), clause, key, facts };
  }

  /**
   * Make a move and everything that follows from it. Return null, or the reason of the refusal; then nothing has
   * changed.
   */
  play(text: string): Reason | null {
    let move: Read;
    try {
      move = this.read(text);
    } catch (error) {
      if (error instanceof Unread) return this.unread(error);
      throw error;
    }
    const reason = this.act(move);
    if (reason === null) this.run();
    return reason;
  }

  private act({ seat, action, text, remark }: Read): Reason | null {
    const { kernels, note } = this.board;
    const number = this.with(this.record, (at) => kernels.call('act', at, seat, action, note), true);
    if (number) return this.reason(seat, action, number);
    this.enter(text, remark);
    return null;
  }

  private settle(outcome: number): void {
    const { game, kernels, note } = this.board;
    const text = writeOutcome(game, this.record, outcome);
    this.with(this.record, (at) => kernels.call('settle', at, outcome, note), true);
    this.enter(CHANCE + text, '');
  }

  private enter(text: string, remark: string): void {
    this.log.push(text);
    for (const { form, sees, seat, numbers } of told(this.board, this.board.game.events)) {
      const args: Record<string, unknown> = read(form.args, numbers);
      if (form.remark) args['text'] = remark;
      this.happened.push({ entry: this.log.length, event: form.name, seat: seat < this.seats ? seat : null, args, sees });
    }
  }

  /**
   * Draw random outcomes and make forced moves until a seat has to decide. Without a key, only as far as no random
   * outcome is needed.
   */
  private run(): void {
    const { kernels, out } = this.board;
    for (;;) {
      const now = this.standingNow;
      if (this.key === null || now.over || (now.owes.length > 0 && !now.forced)) return;
      if (now.owes.length > 0) {
        const [seat = 0] = now.owes;
        this.act({ seat, action: now.forced - 1, text: this.text(seat, now.forced - 1), remark: '' });
        continue;
      }
      const number = this.drawn(this.key, now.stream);
      this.settle(this.with(this.record, (at) => kernels.call('roll', at, number, out)));
    }
  }

  /** The next number of a stream: from the fixed deal as long as it lasts, then from the key. */
  private drawn(key: bigint, stream: number): bigint {
    const count = this.counts[stream] ?? 0;
    this.counts[stream] = count + 1;
    const fixed = this.deal[stream]?.[count];
    return fixed === undefined ? this.board.draw(key, stream, count) : BigInt(fixed);
  }

  /** The weights of the outcomes of the random step that the record waits for. */
  private weights(record: Uint8Array): Weights {
    const { game, kernels, out } = this.board;
    const total = this.with(record, (at) => kernels.call('chances', at, out));
    return new Map(total ? [...kernels.words(out, game.outcomes).entries()].filter(([, weight]) => weight > 0n) : []);
  }

  /**
   * The weights of the outcomes of a seat's move over all hidden states that its view allows; null if the game cannot
   * count them.
   */
  private counted(seat: number, action: number): Weights | null {
    const { game, kernels } = this.board;
    if (!kernels.has('odds')) return null;
    const memory = this.board.memory();
    if (this.with(this.viewBytes(seat), (at) => kernels.call('odds', at, seat, action, memory)) !== 1) return null;
    const words = kernels.words(memory, 2 * game.outcomes);
    const weights = Array.from({ length: game.outcomes }, (_, k) => BigInt.asUintN(64, words[2 * k] ?? 0n) + ((words[2 * k + 1] ?? 0n) << 64n));
    return new Map([...weights.entries()].filter(([, weight]) => weight > 0n));
  }

  /** The kind of an outcome, as a seat may know it: one of the game's own kinds, or the card's kind. */
  private kindOf(outcome: number, text: string, seat: number): string | null {
    const { game, kernels } = this.board;
    if (kernels.has('kind')) return game.telling.kinds[this.with(this.viewBytes(seat), (at) => kernels.call('kind', at, seat, outcome))] ?? null;
    return game.detail.cards.find((card) => card.code === text.split(' ').at(-1))?.kind ?? null;
  }

  /** The odds of a move's outcomes, by outcome and by kind, as far as the seat can know them. */
  odds(text: string, seat: number): [Odds, Odds] {
    const { game, kernels, note } = this.board;
    const move = this.read(text);
    const counted = move.seat === seat ? this.counted(seat, move.action) : null;
    let [odds, sums]: [Odds, Odds] = [{}, {}];
    for (const [world, key] of game.worlds.slice(0, counted ? 1 : undefined).entries()) {
      const trial = this.imagined(seat, key);
      if (this.with(trial, (at) => kernels.call('act', at, move.seat, move.action, note), true)) return [{}, {}];
      const weights = [...(counted ?? this.weights(trial))].map(([outcome, weight]) => [outcome, writeOutcome(game, trial, outcome), weight] as const);
      const here = shares(weights.map(([, outcome, weight]) => [outcome, weight]));
      const added = shares(weights.map(([outcome, written, weight]) => [this.kindOf(outcome, written, seat), weight]));
      const same = (one: Odds, other: Odds): boolean => JSON.stringify(one) === JSON.stringify(other);
      odds = world === 0 || same(here, odds) ? here : {};
      sums = world === 0 || same(added, sums) ? added : {};
      if (Object.keys(odds).length + Object.keys(sums).length === 0) break;
    }
    return [odds, sums];
  }

  /**
   * Whether a legal move reveals something hidden to another seat or a spectator; the same as `shows_hidden` in Python.
   */
  showsHidden(text: string): boolean {
    const { seat: mover, action } = this.read(text);
    return [SPECTATOR, ...Array.from({ length: this.seats }, (_, seat) => seat)].some((seat) => {
      const saw = this.sight(this.record, mover, action, seat);
      return this.board.game.shown.some((key) => {
        const world = this.imagined(seat, key);
        if (this.sight(world, mover, action, seat) === saw) return false;
        return seat === mover || !this.legalIn(world, mover).some((other) => this.sight(world, mover, other, seat) === saw);
      });
    });
  }

  /** A random complete record that agrees with what a seat may know. */
  private imagined(seat: number, key: string): Uint8Array {
    const world = seen(this.board.game, this.record, seat);
    this.with(world, (at) => this.board.kernels.call('imagine', at, seat, signed(BigInt(key))), true);
    return world;
  }

  private legalIn(record: Uint8Array, seat: number): number[] {
    return this.numbers(this.with(record, (at) => this.board.kernels.call('legal', at, seat, this.board.out)));
  }

  /** A seat's view and events after a move, as JSON text; null if the move is illegal. */
  private sight(record: Uint8Array, mover: number, action: number, seat: number): string | null {
    const { game, kernels, note } = this.board;
    const trial = record.slice();
    if (this.with(trial, (at) => kernels.call('act', at, mover, action, note), true)) return null;
    const rows = told(this.board, game.events).filter(({ sees }) => sees === -1 || (seat !== SPECTATOR && (sees >> seat) & 1));
    return `${seen(game, trial, seat).join()} ${rows.map(({ form, sees, seat: by, numbers }) => [form.name, sees, by, ...numbers]).join()}`;
  }

  /** Apply a log entry. Return null, or the reason why it is not possible. */
  replay(entry: string): Reason | null {
    if (!entry.startsWith(CHANCE)) return this.play(entry);
    const { game } = this.board;
    const outcome = [...this.weights(this.record).keys()].find((one) => CHANCE + writeOutcome(game, this.record, one) === entry);
    if (outcome === undefined) return this.unread(new Unread('engine.cannot_come_up', { text: entry }));
    const { stream } = this.standingNow;
    this.counts[stream] = (this.counts[stream] ?? 0) + 1;
    this.settle(outcome);
    return null;
  }

  /**
   * Continue with random outcomes from a key, as if it had been used from the beginning. deal: the first numbers of
   * each stream, if they are fixed.
   */
  goOn(key: bigint, deal: readonly string[][] = []): void {
    [this.key, this.deal] = [key, deal];
    this.run();
  }

  save(names: string[]): Saved {
    const result = this.result();
    const told = result ? { winners: result.winners, shares: result.shares, scores: result.scores, text: result.text } : {};
    const { game } = this.board;
    return { hustings: 1, game: game.name, rules: game.rules, options: this.options, seats: names, log: [...this.log], result: told };
  }
}

/** The share of each name in the sum of all weights, as a fraction; {} if a weight has no name. */
function shares(weights: readonly (readonly [string | null, bigint])[]): Odds {
  const sums = new Map<string, bigint>();
  for (const [name, weight] of weights) {
    if (name === null) return {};
    sums.set(name, (sums.get(name) ?? 0n) + weight);
  }
  const total = [...sums.values()].reduce((all, one) => all + one, 0n);
  const common = (a: bigint, b: bigint): bigint => (b ? common(b, a % b) : a);
  const reduced = (weight: bigint): [number, number] => [Number(weight / common(weight, total)), Number(total / common(weight, total))];
  return Object.fromEntries([...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, weight]) => [name, reduced(weight)]));
}
