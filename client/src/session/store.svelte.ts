/**
 * The state of a live table's page: the server's messages, and requests without an answer. It contains no rule of a
 * game.
 */

import { afterUpdate, shared } from '../lib/frames.svelte';
import type { Foretold } from '../lib/odds';
import type {
  ClientMessage, Consent, HelloBody, HostCommand, MayTakeBack, MoveInfo, Odds, Play, Resign, PlanInfo, RoomInfo, Seated, ServerMessage, Snapshot, TakeBack,
} from '../lib/protocol';
import { noteEnd } from '../lib/ballotBook';
import { PERSON } from '../lib/ballots';
import { gameOf, noteGame } from '../lib/games';
import { remember, remembered } from '../lib/settings.svelte';
import { keepToken, seatedRooms, tokenOf } from '../lib/tokens';
import { HintBook } from '../table/hints/hints.svelte';
import { TableModel, type Plans, type Shown } from '../table/model.svelte';
import { languagePack, words } from '../words';
import { neutrally, renamedAs, roomIn } from '../words/merge';
import { api, failure } from './api';
import { unanswered } from './retry';
import { roomApi } from './roomApi';
import { Connection, type Link } from './connection';
import { env, type ConnectionEnv } from './env';
import { Marks } from './marks.svelte';
import { commandId, Outbox, type Send } from './outbox.svelte';
import { Talk } from './talk.svelte';

const MOST_TO_ANIMATE = 150; // events; forced moves in a row may cause this many
/** ms after which an unanswered move is sent again, and the page says so. */
export const PATIENCE = 2_000;

/** The number of the game in its room; 0 in the lobby. */
const numberOf = (state: Snapshot | null): number => state?.room.series.number ?? 0;

/** A state received. anew: whether it begins another game. back: whether it is the first one of a connection. */
interface Waiting {
  state: Snapshot & Shown;
  anew: boolean;
  back: boolean;
}

export class RoomStore extends TableModel {
  link = $state<Link>('connecting');
  problem = $state<string | null>(null);
  token = $state<string | null>(null);

  /** The number of the record of the last move, once it is acknowledged. */
  private acknowledged = $state<number | null>(null);
  /** Whether the present connection has brought no state yet. */
  private fresh = $state(true);
  /** The last state received. */
  private newest = $state.raw<Snapshot | null>(null);
  /** The number of its last record. */
  seq = $derived(this.newest?.seq ?? -1);
  /** The newest data of the room, which the page shows together with the newest state. */
  private newestRoom: RoomInfo | null = null;
  /** The states that wait while the viewer reads, the oldest first. */
  private queue = $state.raw<readonly Waiting[]>([]);
  /** readers: the open pages about the finished game, which delay the next one. reading: the introduction is open. */
  private readers = 0;
  private reading = false;
  /** The questions without an answer, by id; null ends one without an answer. */
  private asked = new Map<string, (answer: ServerMessage | null) => void>();
  private connection: Connection<HelloBody, ClientMessage, ServerMessage>;
  private readonly send: Send = (message) => this.connection.send(message);
  private readonly moves = new Outbox<Play>(this.send);
  private readonly requests = new Outbox<TakeBack | Consent | Resign>(this.send);
  readonly talk: Talk;
  readonly marks = new Marks(this.send);
  readonly hints = new HintBook(this, this.send, commandId);
  /** The id of an unanswered request for a seat, to repeat it. */
  private seatId: string | null = null;
  /** Whether the room's games are noted on this device; a class's games are not. */
  private ours = false;
  /** Whether the page has shown a state, so that nothing stored before is used any more. */
  private restored = false;
  private readonly closing = new AbortController();

  /** The move that was sent, until the server has stored it and the page shows it. */
  sent = $derived((this.acknowledged ?? Infinity) > this.state.seq ? (this.moves.waiting[0] ?? null) : null);
  /** The last move that had no answer within `PATIENCE`. */
  private unanswered = $state<string | null>(null);
  retrying = $derived(this.sent !== null && this.sent.id === this.unanswered);

  catchingUp = $derived(this.room !== null && (this.link === 'connecting' || this.link === 'lost' || this.fresh));
  host = $derived(this.room !== null && this.seat !== null && this.isHost(this.room, this.seat));

  /** No seat if several players share the device, so that the page calls nobody "you". */
  protected override get you(): number | null {
    return this.room?.seats.some((seat) => seat.kind === 'device') ? null : this.seat;
  }

  constructor(
    code: string,
    private readonly around: ConnectionEnv = env(),
    /** Show only what spectators see, without the browser's token and cookie. */
    private onlyWatch = false,
  ) {
    super(code);
    this.token = onlyWatch ? null : tokenOf(code);
    this.talk = new Talk(this.send, code);
    this.connection = new Connection(
      around,
      `/api/rooms/${code}`,
      () => this.hello(),
      (message) => this.hear(message),
      (link) => this.linked(link),
    );
  }

  open(): void {
    const code = /^#seat=([A-Za-z]+)$/.exec(location.hash)?.[1];
    if (code) {
      history.replaceState(null, '', location.pathname); // the code is secret and works only once
      void this.claim(code);
    }
    this.connection.start();
    const wake = (): void => {
      if (this.looking) this.connection.probe();
    };
    const look = (): void => {
      this.connection.send({ looking: this.looking });
      wake();
    };
    const { signal } = this.closing;
    document.addEventListener('visibilitychange', look, { signal });
    window.addEventListener('online', wake, { signal });
    window.addEventListener('offline', () => this.connection.cut(), { signal });
    window.addEventListener('pageshow', wake, { signal });
  }

  close(): void {
    this.closing.abort();
    this.connection.stop();
  }

  /** Reconnect now: instead of waiting, or after the page was opened in another window. */
  again(): void {
    this.connection.start();
  }

  private hello(): HelloBody {
    const hello: HelloBody = {};
    if (this.token !== null || this.onlyWatch) hello.token = this.token;
    if (this.seq >= 0) hello.since = this.seq;
    if (!this.looking) hello.looking = false;
    return hello;
  }

  private get looking(): boolean {
    return this.around.visible();
  }

  private linked(link: Link): void {
    this.link = link;
    if (link !== 'open') {
      this.fresh = true;
      this.hints.drop(null);
    }
    if (link === 'removed') {
      keepToken(this.code, null);
      this.token = null;
      this.onlyWatch = true;
    }
  }

  hear(message: ServerMessage): void {
    switch (message.type) {
      case 'state':
        return this.take(message);
      case 'room':
        return this.takeRoom(message.room);
      case 'chat':
        return this.talk.hear(message.remarks);
      case 'marks':
        return this.marks.hear(message.marks);
      case 'ack':
        if (this.talk.settle(message.id) || this.marks.outbox.settle(message.id)) return; // a message or a mark changes no state
        this.requests.settle(message.id);
        if (this.sent?.id === message.id) this.acknowledged = message.seq;
        return;
      case 'refused':
        if (this.talk.settle(message.id, this.refusal(message))) return;
        if (message.id !== null && this.asked.has(message.id)) return this.asked.get(message.id)?.(message);
        this.marks.outbox.settle(message.id);
        if (this.hints.drop(message.id)) return; // the hints were for an earlier decision
        this.requests.settle(message.id);
        this.moves.settle(message.id);
        this.answer = { ...message, good: false };
        return;
      case 'why':
        if (this.asked.has(message.id)) return this.asked.get(message.id)?.(message);
        this.answer = { ...message, good: message.legal };
        return;
      case 'odds':
        return this.asked.get(message.id)?.(message);
      case 'hints':
        return this.hints.hear(message);
      case 'pong':
        return;
    }
  }

  override get next(): boolean {
    return this.over && this.queue[0]?.anew === true;
  }

  override holdNext(): () => void {
    if (this.onlyWatch) return super.holdNext(); // on a television nobody closes a page
    this.readers += 1;
    return () => {
      this.readers -= 1;
      afterUpdate(() => this.release());
    };
  }

  override goOn(): void {
    this.release(true);
  }

  /** Delay new states while the viewer reads the introduction. */
  read(reading: boolean): void {
    this.reading = reading;
    if (!reading) afterUpdate(() => this.release());
  }

  private takeRoom(room: RoomInfo): void {
    this.newestRoom = room;
    if (this.over && this.readers > 0 && room.phase === 'playing') return; // the state of the next game follows
    if (this.room === null || this.seq <= this.state.seq) this.showRoom();
    else this.room = renamedAs(this.room, room);
  }

  private showRoom(): void {
    const { newestRoom: room } = this;
    if (!room) return;
    this.room = shared(this.room, roomIn(room, languagePack())); // if nothing changed, nothing is drawn again
    if (!room.terms.chat) this.talk.clear(room.terms.reactions);
    if (this.game?.name !== room.game) void this.learn(room.game);
  }

  private take(state: Snapshot): void {
    const anew = numberOf(state) !== numberOf(this.newest);
    this.queue = [...this.queue, { state: { ...state, at: performance.now() }, anew, back: this.fresh }];
    this.newest = state;
    this.newestRoom = state.room;
    this.fresh = false;
    this.release();
  }

  /** Show the states that have no reason to wait. asked: whether the viewer wants to see them all. */
  private release(asked = false): void {
    const jump = this.queue.some(({ anew, back }) => anew || back);
    for (let one = this.queue[0]; one && (asked || !this.waits(one)); one = this.queue[0]) {
      this.queue = this.queue.slice(1);
      this.admit(one, jump);
    }
  }

  private waits({ anew }: Waiting): boolean {
    return (anew && this.over && this.readers > 0) || (this.reading && !this.queue.some(({ back }) => back));
  }

  private admit({ state, anew, back }: Waiting, jumps: boolean): void {
    if (anew) this.marks.clear();
    const cut = anew ? null : state.taken_back;
    if (cut !== null) this.known = this.known.filter((event) => event.entry <= cut);
    if (anew || cut !== null) this.generation += 1;
    const last = anew ? 0 : (this.known.at(-1)?.entry ?? -1);
    const added = anew ? state.events : state.events.filter((event) => event.entry > last);
    this.known = anew ? added : [...this.known, ...added];
    this.talk.arrived(state.seq);
    if (back) {
      this.talk.outbox.again();
      this.marks.outbox.again();
      this.requests.again();
    }
    this.seat = state.seat;
    if (back) this.ours = this.isOurs();
    if (this.ours && this.seat !== null) noteGame(gameOf(state));
    const { ballot } = state.room;
    if (ballot !== null && state.result) noteEnd(ballot, this.code, state.result.shares[PERSON] ?? 0, state.standing);
    const jump = jumps || this.view === null || cut !== null || added.length > MOST_TO_ANIMATE; // do not animate many events
    if (jump) this.showRoom();
    this.present({ state, events: added, jump });
  }

  /** Whether the room's games are games of this device. */
  protected isOurs(): boolean {
    return this.around.alone !== undefined || seatedRooms().includes(this.code);
  }

  protected override enter(state: Shown): void {
    if (state.seq < this.seq) return; // a newer state has come
    super.enter(state);
    this.keepSince();
    this.showRoom();
    // Send an unanswered move again after a break, or drop it if its decision has passed.
    this.moves.again((move) => move === this.sent && move.decision === state.decision);
  }

  /**
   * Store since when the viewer has chosen nothing by hand, if this page has moved for them meanwhile: the server does not
   * know which moves were automatic. The page's first state, for example after a reload, restores it.
   */
  private keepSince(): void {
    const under = `since.${this.code}`;
    const now = `${numberOf(this.newest)} ${this.decided} `;
    const kept = remembered(under);
    if (!this.restored && kept?.startsWith(now)) this.since = kept === now ? null : Number(kept.slice(now.length));
    this.restored = true;
    const apart = this.since !== this.decided && !this.over ? `${now}${this.since ?? ''}` : null;
    if (apart !== kept) remember(under, apart);
  }

  private async learn(game: string): Promise<void> {
    try {
      const found = await api.game(game);
      this.game = this.room?.terms.neutral ? neutrally(found) : found;
    } catch (error) {
      this.problem = failure(error);
    }
  }

  play(move: MoveInfo | string): void {
    if (this.sent || this.decision === null) return;
    const play = typeof move === 'string' ? move : move.text;
    this.answer = null;
    this.acknowledged = null;
    this.moves.clear();
    this.moves.post({ decision: this.decision, play, ...(this.automatic && { automatic: true }), ...(this.finishing && { finish: true }) });
    this.around.after(PATIENCE, () => this.insist());
  }

  /** Send an unanswered move again with the same id, and test the connection. */
  private insist(): void {
    const answered = this.acknowledged !== null && this.seq >= this.acknowledged; // the board already shows the move
    if (this.closing.signal.aborted || !this.sent || this.retrying || answered) return;
    this.unanswered = this.sent.id;
    this.moves.again();
    this.connection.probe();
  }

  /** Ask all others for permission to take back the viewer's last move. */
  askBack(): void {
    this.requests.post({ takeback: true });
  }

  /** Answer another player's request. `false` refuses the request, or withdraws the viewer's own. */
  consent(agree: boolean): void {
    this.requests.post({ agree });
  }

  resign(): void {
    this.requests.post({ resign: true });
  }

  why(rest: string): void {
    if (this.seat === null) {
      this.note(words.table.watching);
      return;
    }
    if (!this.connection.send({ id: commandId(), why: `P${this.seat + 1} ${rest}` })) this.note(words.problems.offline);
  }

  async odds(move: string): Promise<Foretold | null> {
    const answer = await this.question({ id: commandId(), odds: move });
    return answer?.type === 'odds' ? answer : null;
  }

  /** Why the viewer's last move cannot be taken back now; "" if it can, or if no answer comes. */
  async whyNotBack(): Promise<string> {
    const answer = await this.question({ id: commandId(), may: 'takeback' });
    return answer?.type === 'why' && !answer.legal ? this.refusal(answer) : '';
  }

  private question(message: Odds | MayTakeBack): Promise<ServerMessage | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), 6000);
      this.asked.set(message.id, (answer) => {
        clearTimeout(timer);
        this.asked.delete(message.id);
        resolve(answer);
      });
      if (!this.connection.send(message)) resolve(null);
    });
  }

  join(name: string): Promise<void> {
    return this.sit((id) => roomApi.join(this.code, name, id));
  }

  /** Return to a seat with the code that the host gave. */
  claim(code: string): Promise<void> {
    return this.sit((id) => roomApi.claim(this.code, code, id));
  }

  private async sit(ask: (id: string) => Promise<Seated>): Promise<void> {
    const id = (this.seatId ??= commandId());
    try {
      const seated = await ask(id);
      this.seatId = null;
      keepToken(this.code, seated.token);
      this.token = seated.token;
      this.onlyWatch = false;
      this.problem = null;
      this.newest = null;
      this.connection.start();
    } catch (error) {
      if (!unanswered(error)) this.seatId = null;
      this.problem = failure(error);
    }
  }

  async command(command: HostCommand): Promise<boolean> {
    try {
      this.takeRoom(await roomApi.host(this.code, this.token, command));
      this.problem = null;
      return true;
    } catch (error) {
      this.problem = failure(error);
      return false;
    }
  }

  /** Set all future days on which the viewer is away; return true if the server accepted them. */
  async leave(days: readonly string[]): Promise<boolean> {
    try {
      this.takeRoom(await roomApi.leave(this.code, this.token, days));
      this.problem = null;
      return true;
    } catch (error) {
      this.problem = failure(error);
      return false;
    }
  }

  override readonly plans: Plans = {
    look: () => this.planned(() => roomApi.plan(this.code, this.token, this.seat ?? 0)),
    handIn: (round, plan) => this.planned(() => roomApi.handIn(this.code, this.token, { seat: this.seat ?? 0, round, plan })),
  };

  private async planned(ask: () => Promise<PlanInfo>): Promise<PlanInfo | null> {
    try {
      const info = await ask();
      this.problem = null;
      return info;
    } catch (error) {
      this.problem = failure(error);
      return null;
    }
  }

  private isHost(room: RoomInfo, seat: number): boolean {
    return seat === room.host || room.seats[seat]?.kind === 'device';
  }
}
