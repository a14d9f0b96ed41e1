/** Answers the client's requests and sockets in the client without a server. */

import type { BallotField, ClientMessage, GameData, HostCommand, MakeRoom, ProgramData, ServerMessage } from '../lib/protocol';
import { ballotOf } from '../lib/ballots.ts';
import { ballotCode, codeFor, CODES, roomCode, type Kept } from '../lib/keptRoom.ts';
import { ballotRoom, fieldOf } from './ballots.ts';
import { Bots } from './bots.ts';
import { english } from './english.ts';
import { keptRoom, newRoom, randomKey } from './kept.ts';
import { Kernels } from './kernels.ts';
import { Room } from './room.ts';
import { chairsOf, fileText, savedIn, type Saved } from './saved.ts';
import { Board, Table } from './table.ts';

export type Answer = { status: number; body: unknown };

/** Sentences that only this client needs, in the language shown. */
export interface Excuses {
  unread: string;
  rules: string;
  friends: string;
  missing: string;
}

/** Loads the client's files and stores its rooms. */
export interface Around {
  json(path: string): Promise<unknown>;
  code(path: string): Promise<BufferSource>;
  keep(kept: Kept, saved: Saved): void;
  excuses: Excuses;
}

type Loaded = { board: Board; bots: Bots };

const TOKEN = 'this-device';

const fine = (body: unknown): Answer => ({ status: 200, body });
const problem = (status: number, error: string): Answer => ({ status, body: { error, clause: null, key: null, facts: {} } });

export class LocalServer {
  private readonly around: Around;
  private readonly program: Promise<ProgramData>;
  private readonly loaded = new Map<string, Promise<Loaded>>();
  private readonly rooms = new Map<string, Promise<Room>>();
  private readonly kept = new Map<string, Kept>();
  private readonly fields = new Map<number, BallotField>();

  constructor(around: Around) {
    this.around = around;
    this.program = around.json('program.json') as Promise<ProgramData>;
  }

  private load(name: string): Promise<Loaded> {
    const found = this.loaded.get(name) ?? this.fetched(name);
    this.loaded.set(name, found);
    found.catch(() => this.loaded.delete(name));
    return found;
  }

  private async fetched(name: string): Promise<Loaded> {
    const [game, code, program] = await Promise.all([this.around.json(`${name}.json`), this.around.code(`${name}.wasm`), this.program]);
    const board = new Board(game as GameData, await Kernels.load(code), program.texts);
    return { board, bots: new Bots(board) };
  }

  private room(code: string): Promise<Room> | null {
    const kept = this.kept.get(code);
    const found = this.rooms.get(code) ?? (kept ? this.opened(kept) : null);
    if (found) this.rooms.set(code, found);
    return found;
  }

  private async opened(kept: Kept): Promise<Room> {
    const [{ board, bots }, { characters }] = await Promise.all([this.load(kept.game), this.program]);
    return new Room(board, bots, kept, characters, (now, saved) => {
      this.kept.set(now.code, now);
      this.around.keep(now, saved);
    });
  }

  /** Add a stored room. */
  adopt(kept: Kept): void {
    if (!this.kept.has(kept.code)) this.kept.set(kept.code, kept);
  }

  /** Replace a room by its stored state if another window has continued it. */
  refresh(kept: Kept): void {
    const own = this.kept.get(kept.code);
    if (own && own.key === kept.key && own.number === kept.number && kept.log.every((entry, k) => own.log[k] === entry)) return;
    this.kept.set(kept.code, kept);
    this.rooms.delete(kept.code);
  }

  async answer(method: string, path: string, body: unknown): Promise<Answer> {
    const { pathname, searchParams } = new URL(path, 'http://page');
    const [, , what = '', name = '', part = '', which = ''] = pathname.split('/');
    if (what === 'games' && name === '') return fine((await this.program).games);
    if (what === 'games') return fine((await this.load(name)).board.game.detail);
    if (what === 'levels') return fine((await this.load(searchParams.get('game') ?? '')).board.game.offered);
    if (what === 'ballots' && method === 'POST') return this.openBallot(Number(name), (body as { name: string }).name);
    if (what === 'ballots') return fine(await this.field(Number(name)));
    if (what === 'rooms' && name === '' && method === 'POST') return this.make(body as MakeRoom);
    if (what === 'saved' && method === 'POST') return this.openSaved(fileText(await (body as Blob).arrayBuffer()));
    const earlier = `${name}.${searchParams.get('game') ?? ''}`;
    const room = what === 'rooms' ? await this.room(this.kept.has(earlier) ? earlier : name) : null;
    if (!room) return problem(404, this.around.excuses.missing);
    if (part === '') return fine(room.info());
    if (part === 'host') return room.command(body as HostCommand) ? fine(room.info()) : problem(403, this.around.excuses.missing);
    if (part === 'replay' && which === '') return this.found(room.replay());
    if (part === 'replay' && which === 'chances') return this.found(room.chances());
    if (part === 'replay' && which === 'review') return this.found(room.review(method === 'POST'));
    if (part === 'replay' && which === 'saved') return fine(room.save());
    if (part === 'replay' && /^\d+$/.test(which)) return this.found(room.point(Number(which)));
    return problem(404, this.around.excuses.missing);
  }

  private found(body: unknown): Answer {
    return body === null ? problem(404, this.around.excuses.missing) : fine(body);
  }

  private async make(wish: MakeRoom): Promise<Answer> {
    if (wish.seats.some((seat) => seat.kind === 'friend')) return problem(400, this.around.excuses.friends);
    const [{ board }, { characters, terms }] = await Promise.all([this.load(wish.game), this.program]);
    if (wish.dealt != null && wish.dealt.split('_')[0] !== board.game.rules) return problem(400, this.around.excuses.rules);
    return this.begin(newRoom(this.newCode(), wish, terms, board.game.offered, characters));
  }

  private async begin(kept: Kept): Promise<Answer> {
    this.kept.set(kept.code, kept);
    const room = await this.room(kept.code);
    return room ? fine({ room: room.info(), seat: room.mine[0] ?? 0, token: TOKEN }) : problem(404, this.around.excuses.missing);
  }

  /** Open a ballot's room, which has the same code each time, so that beginning it again continues it. */
  private async openBallot(number: number, name: string): Promise<Answer> {
    const ballot = ballotOf(number);
    const code = ballotCode(number);
    const [{ board }, { characters, terms }] = await Promise.all([this.load(ballot.game), this.program]);
    const kept = this.kept.get(code);
    return this.begin(kept?.ballot === number ? kept : ballotRoom(code, ballot, board, name, characters, terms));
  }

  /** The results of the bots' levels with a ballot's cards, or how many games have been played so far. */
  private async field(number: number): Promise<BallotField> {
    const known = this.fields.get(number);
    if (known) return known;
    const ballot = ballotOf(number);
    const [{ bots }, { characters }] = await Promise.all([this.load(ballot.game), this.program]);
    const field: BallotField = { ready: false, done: 0, total: 0, placings: [] };
    this.fields.set(number, field);
    void fieldOf(bots, ballot, characters, (done, total) => Object.assign(field, { done, total })).then((placings) => Object.assign(field, { placings, done: placings.length, ready: true }));
    return field;
  }

  private newCode(): string {
    for (;;) {
      const code = roomCode(Number(randomKey() % BigInt(CODES)));
      if (!this.kept.has(code)) return code;
    }
  }

  /** Open a saved game as a room at its last entry. A seat without a bot in the file is played on this device. */
  private async openSaved(text: string): Promise<Answer> {
    const saved = savedIn(text);
    const { games, characters, terms } = await this.program;
    if (!saved || !games.some((one) => one.name === saved.game && one.players.includes(saved.seats.length))) return problem(400, this.around.excuses.unread);
    const { board } = await this.load(saved.game);
    const table = new Table(board, saved.seats.length, saved.options, null);
    const known = Object.entries(saved.options).every(([name, value]) => table.options[name] === value);
    if (board.game.rules !== saved.rules || !known) return problem(400, this.around.excuses.unread);
    for (const entry of saved.log) {
      const reason = table.replay(entry);
      const error = [reason?.text, reason?.clause && `(${reason.clause})`].filter(Boolean).join(' ');
      if (reason) return problem(400, english({ key: 'engine.wrong_entry', facts: { number: table.log.length + 1, text: entry, error } }, {}, board.program));
    }
    // Opening the same file again restarts its room.
    const code = codeFor(text);
    this.rooms.delete(code);
    const kept = keptRoom(code, saved.game, saved.options, chairsOf(saved, Object.keys(board.game.levels), characters), { ...terms, hints: true });
    return this.begin({ ...kept, log: saved.log, given: true, ...(saved.puzzle === undefined ? {} : { puzzle: true }) });
  }

  /** Connect to a room. Return functions that handle its messages and leave it; null if there is no such room. */
  async attach(code: string, told: (message: ServerMessage) => void): Promise<{ hear(message: ClientMessage): void; leave(): void } | null> {
    const room = await this.room(code);
    if (!room) return null;
    return {
      hear(message) {
        if ('ping' in message) told({ type: 'pong', n: message.ping });
        else if ('hello' in message) room.listen(told);
        else if (!('looking' in message)) room.hear(message, told);
      },
      leave: () => room.leave(told),
    };
  }
}
