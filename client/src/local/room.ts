/**
 * A room on this device: its chairs, its bots and its games in order. It sends the same messages as a server's room.
 */

import type { ChancesInfo, CharacterData, HintInfo, HostCommand, MarkWords, Odds as AskOdds, Play, ReplayInfo, Review, ReviewInfo, PointInfo, RoomInfo, SeatInfo, ServerMessage, Snapshot, MayTakeBack, TakeBack, Why } from '../lib/protocol';
import type { Kept } from '../lib/keptRoom.ts';
import { moveInfo } from '../lib/moves.ts';
import { answer } from './ballots.ts';
import type { Bots } from './bots.ts';
import { chancesOf } from './chances.ts';
import { english } from './english.ts';
import { dealtIn, randomKey } from './kept.ts';
import { reviewOf } from './review.ts';
import { addGame, dealtFirst, duelIn } from './series.ts';
import type { Saved } from './saved.ts';
import { Table, type Board } from './table.ts';

type Told = (message: ServerMessage) => void;
type Command = Play | Why | AskOdds | MarkWords | TakeBack | MayTakeBack | { id: string; hint: number } | { id: string };

/** The time in ms that a bot seems to think: usually, for moves that are alike, and before a reaction or an unasked move. */
const PAUSE = { usual: 700, alike: 175, reaction: 90 };
/** The level of the bot that finishes a person's game. */
const STAND_IN = 'thumb';
/** A bot considers an unasked move in one of this many positions, chosen at random. */
const LISTENS = 3n;
/** The most moves after one that can still be taken back. */
const MOST_SINCE = 12;

export class Room {
  readonly kept: Kept;
  readonly board: Board;
  private readonly bots: Bots;
  private readonly characters: readonly CharacterData[];
  private readonly changed: (kept: Kept, saved: Saved) => void;
  private readonly titles: Record<string, string>;
  private readonly listeners = new Map<Told, number>();
  private readonly answered = new Map<string, ServerMessage[]>();
  private table: Table;
  private seq: number;
  private line: ChancesInfo | null = null;
  private judged: { info: ReviewInfo; part: () => Review | null; stop: AbortController } | null = null;
  private shownSeat = -1;
  private paused = false;
  private thinking = false;
  private considered = -1;
  /** Whether a bot plays the rest of the game for the only person, at once; only the end is shown. */
  private finishing = false;

  constructor(board: Board, bots: Bots, kept: Kept, characters: readonly CharacterData[], changed: (kept: Kept, saved: Saved) => void) {
    [this.board, this.bots, this.kept, this.characters, this.changed] = [board, bots, kept, characters, changed];
    this.titles = Object.fromEntries(board.game.offered.map((level) => [level.name, level.title]));
    this.table = this.seated(kept.log);
    const [first, ...others] = this.table.standingNow.owes;
    if (kept.first && first !== undefined && others.length === 0) while (kept.chairs[first]?.kind !== 'person') kept.chairs.push(...kept.chairs.splice(0, 1));
    delete kept.first;
    this.seq = 1 + kept.log.length;
    this.keep();
  }

  /** Build the table of the present deal after the moves of a log. */
  private seated(log: readonly string[]): Table {
    const { chairs, options, key } = this.kept;
    const table = new Table(this.board, chairs.length, options, null);
    for (const entry of log) {
      const reason = table.replay(entry);
      if (reason) throw new Error(`a kept game cannot be continued: ${reason.text}`);
    }
    table.goOn(BigInt(key), this.kept.lesson ? this.board.game.lesson : []);
    while (this.botAnswers(table));
    return table;
  }

  /** Build the table of this game after this number of entries. */
  private tableAt(entries: number): Table {
    const then = new Table(this.board, this.kept.chairs.length, this.kept.options, null);
    for (const one of this.table.log.slice(0, entries)) then.replay(one);
    return then;
  }

  private keep(): void {
    this.kept.log = [...this.table.log];
    this.kept.options = this.table.options;
    if (!this.kept.puzzle) this.changed(this.kept, this.save());
  }

  private get names(): string[] {
    return this.kept.chairs.map((chair) => chair.name);
  }

  get mine(): number[] {
    return this.kept.chairs.flatMap((chair, seat) => (chair.kind === 'bot' ? [] : [seat]));
  }

  get over(): boolean {
    return this.table.standingNow.over;
  }

  info(): RoomInfo {
    const { code, game, chairs, terms, number, round, shares, hints } = this.kept;
    const seats = chairs.map((chair, seat): SeatInfo => ({
      seat, name: chair.name, kind: chair.kind, level: chair.level, connected: true, stood_in: false, forfeited: false, number: null, renamed: false,
      model: false, hints: hints[seat] ?? 0, title: chair.level === null ? null : (this.titles[chair.level] ?? null), character: chair.character, hurried: false, chair: chair.number, retaken: false,
    }));
    return {
      code: code.split('.')[0] ?? code, game, options: this.table.options, phase: this.over ? 'over' : 'playing', host: this.mine[0] ?? 0, seats, spectators: 0, locked: true, paused: this.paused, terms,
      series: { over: round, shares, number, duel: duelIn(this.kept) }, deal: null, link: '', proposal: null, rematch: null, // no commitment: nobody else plays
      ballot: this.kept.ballot ?? null, dealt: this.over ? dealtIn(this.kept, this.board.game.rules) : null, days: null, majority: this.table.votes('majority'), too_many: this.table.votes('too_many'), sides: this.table.sides,
    };
  }

  /** Everything that the device's user may know now. since: the number of log entries they have seen. */
  snapshot(since: number): Snapshot {
    const { table } = this;
    const { owes, may, over } = table.standingNow;
    const seat = this.turn(owes);
    const acting = !this.paused && (owes.includes(seat) || may.includes(seat));
    const actions = acting ? table.legal(seat) : [];
    const waits = owes.some((one) => this.kept.chairs[one]?.kind !== 'bot');
    const moves = actions.map((action) => moveInfo(table.text(seat, action)));
    return {
      type: 'state', seq: this.seq, room: this.info(), seat, view: table.view(seat), events: table.events(since, seat), legal: moves, owes, may, decision: this.decision(seat),
      clock: null, sways: { ...table.prospects(seat), ...table.sways(seat, actions) }, over, result: table.result(), ended: null, taken_back: null, standing: table.standing(),
      foreseen: waits ? table.foreseen(seat) : [], night: table.night(), decided: this.decided(seat),
    };
  }

  /** The seat on this device that has to decide; if none does, the seat shown last. */
  private turn(owes: readonly number[]): number {
    const owing = this.mine.find((seat) => owes.includes(seat));
    const shown = this.mine.includes(this.shownSeat) ? this.shownSeat : (this.mine[0] ?? 0);
    this.shownSeat = owing ?? shown;
    return this.shownSeat;
  }

  /** The number of a seat's present decision; it never decreases. */
  private decision(seat: number): number {
    return 1000 * this.kept.round + this.table.log.filter((entry) => entry.startsWith(`P${seat + 1} `)).length;
  }

  /** The number of log entries before a seat's last own decision; null before its first. */
  private decided(seat: number): number | null {
    const own = this.table.log.flatMap((entry, at) => (entry.startsWith(`P${seat + 1} `) ? [at] : []));
    return (this.mine.length === 1 ? own.reverse().find((at) => this.decidedHere(at)) : own.at(-1)) ?? null;
  }

  listen(told: Told): void {
    this.listeners.set(told, 0);
    told({ type: 'marks', marks: this.kept.marks });
    this.show();
    this.goOn();
  }

  leave(told: Told): void {
    this.listeners.delete(told);
  }

  /**
   * Send the present state to all listeners. back: the log entry to which a takeback returned; 0 when another game has
   * begun.
   */
  private show(back: number | null = null): void {
    for (const [told, since] of this.listeners) {
      told({ ...this.snapshot(Math.min(since, back ?? since)), taken_back: back });
      this.listeners.set(told, this.table.log.length);
    }
  }

  hear(message: Command, told: Told): void {
    const { id } = message;
    const before = this.answered.get(id);
    if (before) return before.forEach(told);
    const answer = (...messages: ServerMessage[]): void => {
      this.answered.set(id, messages);
      messages.forEach(told);
    };
    const refused = (text: string, more: Partial<Extract<ServerMessage, { type: 'refused' }>> = {}): void =>
      answer({ type: 'refused', id, text, clause: null, kind: 'room', key: null, facts: {}, ...more });
    if ('play' in message) {
      this.finishing = (message.finish ?? false) && this.mine.length === 1;
      const reason = this.paused ? null : this.play(message.play, message.automatic);
      if (reason) return refused(reason.text, { clause: reason.clause, kind: 'rule', key: reason.key, facts: reason.facts });
      return answer({ type: 'ack', id, seq: this.seq });
    }
    if ('why' in message) {
      const reason = this.table.why(message.why);
      return answer({ type: 'why', id, legal: reason === null, text: reason?.text ?? '', clause: reason?.clause ?? null, key: reason?.key ?? null, facts: reason?.facts ?? {} });
    }
    if ('odds' in message) {
      const [chances, kinds] = this.table.odds(message.odds, this.shownSeat);
      return answer({ type: 'odds', id, chances, kinds });
    }
    const say = (key: string) => ({ key, facts: {}, text: english({ key, facts: {} }, {}, this.board.program) });
    const once = this.kept.ballot !== undefined ? 'room.ballot_once' : null;
    if ('may' in message) {
      const { key } = this.takeback();
      const why = once ?? key;
      return answer({ type: 'why', id, legal: why === null, clause: null, ...(why === null ? { text: '', key: null, facts: {} } : say(why)) });
    }
    if (once && ('hint' in message || 'takeback' in message)) return refused(say(once).text, { key: once });
    if ('hint' in message) return answer({ type: 'hints', id, decision: message.hint, hints: this.hints() });
    if ('mark' in message) {
      this.kept.marks = [...this.kept.marks, { entry: message.entry, seat: this.shownSeat, mark: message.mark }];
      this.keep();
      told({ type: 'marks', marks: this.kept.marks });
      return answer({ type: 'ack', id, seq: this.seq });
    }
    if (!('takeback' in message)) return refused('');
    const { key, length } = this.takeback();
    if (key) return refused(say(key).text, { key });
    this.takeBack(length);
    answer({ type: 'ack', id, seq: this.seq });
  }

  private play(text: string, automatic = false): ReturnType<Table['play']> {
    const entry = this.table.log.length + 1;
    const mine = this.mine.some((seat) => text.startsWith(`P${seat + 1} `));
    const reason = mine ? this.table.play(text) : this.table.why(text);
    if (reason === null && mine) {
      delete this.kept.puzzle;
      this.kept.automatic = [...(this.kept.automatic ?? []).filter((one) => one < entry), ...(automatic ? [entry] : [])];
      this.moved();
    }
    return reason;
  }

  /** The log's length before the last decision made on this device, and the error key if it cannot be taken back. */
  private takeback(): { length: number; key: string | null } {
    const { log } = this.table;
    let length = log.length - 1;
    while (length >= 0 && !this.decidedHere(length)) length--;
    return { length, key: this.forbiddenSince(length) };
  }

  private forbiddenSince(length: number): string | null {
    if (length < 0 || this.over) return 'room.nothing_to_take_back';
    const since = this.table.log.slice(length);
    if (since.some((entry) => entry.startsWith('* '))) return 'room.chance_since';
    if (since.length > MOST_SINCE) return 'room.too_long_since';
    const then = this.tableAt(length);
    for (const entry of since) {
      if (then.showsHidden(entry)) return 'room.shown_since';
      then.replay(entry);
    }
    return null;
  }

  /** Go back to `length` log entries. */
  private takeBack(length: number): void {
    this.table = this.seated(this.table.log.slice(0, length));
    this.seq += 1;
    this.keep();
    this.show(length);
    this.goOn();
  }

  /** Whether the next entry after this number was a choice of a person on this device. */
  private decidedHere(entries: number): boolean {
    const seat = this.mine.find((one) => this.table.log[entries]?.startsWith(`P${one + 1} `));
    if (seat === undefined || !this.kept.terms.autoplay) return seat !== undefined;
    const then = this.tableAt(entries);
    return then.legal(seat).length > 1 && !then.alike;
  }

  private moved(): void {
    this.seq += 1;
    while (this.botAnswers(this.table) || this.playedForced());
    const result = this.table.result();
    if (result) addGame(this.kept, result);
    this.keep();
    if (this.over) this.finishing = false;
    if (!this.finishing) this.show();
    this.goOn();
  }

  /** Let a ballot's bot make the move it owes, at once; return true if one moved. */
  private botAnswers(table: Table): boolean {
    const { ballot, key, chairs } = this.kept;
    const move = ballot === undefined ? null : answer(this.bots, table, BigInt(key), chairs.map((chair) => chair.level));
    if (move !== null) table.play(move);
    return move !== null;
  }

  /** Make a person's only legal move, if its quickness reveals nothing; return true if there was one. */
  private playedForced(): boolean {
    const seat = this.table.standingNow.owes.find((one) => this.mine.includes(one));
    if (seat === undefined || !this.kept.terms.autoplay || this.paused || this.mine.length > 1) return false;
    const legal = this.table.legal(seat);
    const action = legal[seat % legal.length]; // seats that move together choose different moves
    if (action === undefined || (legal.length > 1 && !this.table.alike)) return false;
    return this.table.play(this.table.text(seat, action)) === null;
  }

  private hints(): HintInfo[] {
    const seat = this.shownSeat;
    const advice = this.bots.advise(this.table.viewBytes(seat), this.kept.chairs.length, seat, randomKey());
    this.kept.hints = this.kept.hints.map((count, one) => count + (one === seat ? 1 : 0));
    return advice.map(({ action, ...hint }) => ({ text: this.table.text(seat, action), ...hint }));
  }

  /** Let the bots move, one after another, each after a pause. */
  private goOn(): void {
    if (this.paused || this.listeners.size === 0) return;
    this.considerUnasked();
    if (this.thinking) return;
    const seat = this.table.standingNow.owes.find((one) => this.finishing || this.kept.chairs[one]?.kind === 'bot');
    if (seat === undefined) return;
    this.thinking = true;
    const { seq } = this;
    setTimeout(() => {
      this.thinking = false;
      const chair = this.kept.chairs[seat];
      const level = chair?.level ?? (this.finishing ? STAND_IN : null);
      if (seq !== this.seq || this.paused || level === null) return this.goOn();
      const breaks = this.characters.find((one) => one.key === chair?.character)?.breaks ?? -1;
      const action = this.bots.choose(this.table.viewBytes(seat), this.kept.chairs.length, seat, level, randomKey(), breaks);
      if (chair?.kind !== 'bot') this.kept.automatic = [...(this.kept.automatic ?? []), this.table.log.length + 1];
      this.botMoves(seat, action);
    }, this.finishing ? 0 : this.table.reacts(seat) ? PAUSE.reaction : this.table.alike ? PAUSE.alike : PAUSE.usual);
  }

  private botMoves(seat: number, action: number): void {
    const reason = this.table.play(this.table.text(seat, action));
    if (reason) throw new Error(`a bot's move is refused: ${reason.text}`);
    this.moved();
  }

  /** In each position, let some bots consider a move that they are not asked for. */
  private considerUnasked(): void {
    const { seq, kept } = this;
    if (this.considered === seq) return;
    this.considered = seq;
    for (const seat of this.table.standingNow.may) {
      const level = kept.chairs[seat]?.level;
      if (!level || randomKey() % LISTENS !== 0n) continue;
      setTimeout(() => {
        if (seq !== this.seq || this.paused) return;
        const action = this.bots.interject(this.table.viewBytes(seat), kept.chairs.length, seat, level, randomKey());
        if (action !== null) this.botMoves(seat, action);
      }, PAUSE.reaction);
    }
  }

  /** Carry out a host's command; return false if this kind of room has no such command. */
  command(command: HostCommand): boolean {
    const { kept } = this;
    if (kept.ballot !== undefined && (command.do === 'rematch' || command.do === 'bot')) return false;
    const anew = command.do === 'rematch';
    if (command.do === 'rematch' && this.over) {
      this.changed({ ...structuredClone(kept), code: `${kept.code}.${kept.number}` }, this.save()); // keep this game for replays
      const again = kept.lead !== null;
      if (duelIn(kept)?.over) [kept.shares, kept.round] = [kept.shares.map(() => 0), 0];
      const turn = <T>(list: readonly T[]): T[] => [...list.slice(1), ...list.slice(0, 1)];
      [kept.chairs, kept.shares, kept.hints] = [turn(kept.chairs), turn(kept.shares), kept.chairs.map(() => 0)];
      const dealt = again ? dealtFirst(kept.log) : [];
      [kept.key, kept.log, kept.lesson, kept.number] = [again && dealt.length === 0 ? kept.key : String(randomKey()), dealt, false, kept.number + 1];
      delete kept.given;
      [kept.lead, kept.again, kept.both] = [again ? -(kept.lead ?? 0) : null, again, null];
      for (const told of this.listeners.keys()) told({ type: 'marks', marks: kept.marks.map((one) => ({ ...one, mark: 'open' })) });
      kept.marks = [];
      this.judged?.stop.abort();
      this.line = this.judged = null;
      this.table = this.seated(kept.log);
      this.answered.clear();
      this.seq += 1;
    } else if (command.do === 'terms' && command.terms.series === 'duel' && this.over) {
      kept.terms = { ...kept.terms, series: 'duel' };
      [kept.shares, kept.round] = [kept.shares.map(() => 0), 0];
      const result = dealtFirst(kept.log).length > 0 ? this.table.result() : null;
      if (result) addGame(kept, result); // the game just played is the duel's first
    } else if (command.do === 'pause') this.paused = command.paused ?? true;
    else if (command.do === 'rename' && kept.chairs[command.seat]) kept.chairs[command.seat]!.name = command.name.trim().slice(0, 24) || `P${command.seat + 1}`;
    else if (command.do === 'bot' && kept.chairs[command.seat]?.kind === 'bot') Object.assign(kept.chairs[command.seat]!, { level: command.level, character: null, name: this.titles[command.level] ?? command.level });
    else return false;
    this.keep();
    this.show(anew ? 0 : null);
    this.goOn();
    return true;
  }

  save(): Saved {
    const { chairs, ballot } = this.kept;
    return { ...this.table.save(this.names), bots: chairs.map((chair) => chair.level), ...(ballot === undefined ? {} : { daily: ballot }) };
  }

  replay(): ReplayInfo | null {
    const result = this.table.result();
    return result && { room: this.info(), game: this.kept.number, log: [...this.table.log], events: this.table.allEvents(), result, standing: this.table.standing(), night: this.table.night() };
  }

  /** The chances throughout a finished game, with `ready` false while they are computed; null before the end. */
  chances(): ChancesInfo | null {
    if (!this.over || this.line) return this.over ? this.line : null;
    const waits: ChancesInfo = { ready: false, playouts: 0, entries: [], shares: [], turns: [], deal: null };
    this.line = waits;
    void chancesOf(this.bots, this.tableAt(0), this.table.log, BigInt(this.kept.key)).then((line) => {
      if (this.line === waits) this.line = line;
    });
    return waits;
  }

  /** The review of a finished game, or its progress; null before the end. begins: start the review. */
  review(begins: boolean): ReviewInfo | null {
    if (!this.over) return null;
    const made = (this.judged ??= { info: { state: 'none', may: true, ahead: 0, done: 0, total: this.table.log.length, review: null }, part: () => null, stop: new AbortController() });
    if (begins && made.info.state === 'none') {
      made.info.state = 'counting';
      void reviewOf(this.bots, this.tableAt(0), this.table.log, BigInt(this.kept.key), (done, total, part) => {
        made.stop.signal.throwIfAborted();
        Object.assign(made.info, { done, total });
        made.part = part;
      }, undefined, this.kept.automatic).then(
        (review) => {
          made.info.state = 'ready';
          made.part = () => review;
        },
        (error: unknown) => {
          if (!made.stop.signal.aborted) throw error;
        },
      );
    }
    return { ...made.info, review: made.part() };
  }

  /** The table after this number of entries, with nothing hidden; null before the end. */
  point(entry: number): PointInfo | null {
    if (!this.over || entry > this.table.log.length) return null;
    const then = this.tableAt(entry);
    const { owes, may } = then.standingNow;
    return { entry, view: then.whole(), owes, may, standing: then.standing() };
  }
}
