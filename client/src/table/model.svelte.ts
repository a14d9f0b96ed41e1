/** The table model: the data and commands of every board, at a live table and in a replay. */

import { shared } from '../lib/frames.svelte';
import { moveInfo } from '../lib/moves';
import type { EventInfo, GameDetail, MarkInfo, MoveInfo, PlanInfo, Play, RoomInfo, Snapshot } from '../lib/protocol';
import type { Foretold } from '../lib/odds';
import { deckOf } from '../cards/deck';
import { words } from '../words';
import { Scoreboard, weightOf, type Weight } from './moments';
import type { HintBook } from './hints/hints.svelte';
import { sentence, textsIn, messageText, type Naming, type Message } from '../words/render';

export interface Answer extends Message {
  clause: string | null;
  good: boolean;
}

/** The fields of a state that a page shows. */
export interface Shown extends Pick<Snapshot, 'seq' | 'view' | 'standing' | 'legal' | 'sways' | 'foreseen' | 'owes' | 'decision' | 'decided' | 'clock' | 'over' | 'ended' | 'result' | 'night'> {
  /** The time (`performance.now()` in ms) when the state arrived. */
  at: number;
}

/** A page without a state. */
export const NOTHING: Shown = {
  seq: -1, view: null, standing: [], legal: [], sways: {}, foreseen: [], owes: [], decision: null, decided: null, clock: null, over: false, ended: null, result: null, night: null, at: 0,
};

/** A state for the board, with the events that lead to it. jump: whether to show it at once, without its events. */
export interface Arrival {
  state: Shown;
  events: readonly EventInfo[];
  jump: boolean;
}

/** An arrival as a board shows it. The board reports its progress by `tell`, `settle` and `decide`; the page follows. */
export interface Burst extends Pick<Arrival, 'events' | 'jump'>, Pick<Shown, 'over'> {
  view: Record<string, unknown>;
  /** A sentence about a new leader or a player with enough votes to win; "" if there is none or the game has ended. */
  turn: string;
  big: (event: EventInfo) => boolean;
  /** The log's length before the viewer's last own decision; null before the first. */
  decided: number | null;
  /** Whether events follow from a move that the table made for the viewer. */
  forced: (events: readonly EventInfo[]) => boolean;
  /** Report that this many of its events have been shown. */
  tell: (count: number) => void;
  /** Report that the score may follow, before the last events have been shown. */
  count: () => void;
  /** Report that all events have been shown, except for the end of the game; the score follows. */
  settle: () => void;
  /** Report that the board equals the server's view: now somebody may move, or the game has ended. */
  decide: () => void;
}

/** The viewer's plans in games by post, as the server stores them; null if the server refused. */
export interface Plans {
  look(): Promise<PlanInfo | null>;
  /** Hand in a plan for a round, or take it back (null). */
  handIn(round: number, plan: PlanInfo['plan']): Promise<PlanInfo | null>;
}

type Board = (burst: Burst) => void;
export type Verdict = MarkInfo['mark'];

/** The seats' marks on the promises in the log: kept or broken. */
export interface MarkBook {
  /** The seats that have given this mark to an entry of the log. */
  saying(entry: number, mark: Verdict): number[];
  /** The mark that a seat has given an entry of the log. */
  of(entry: number, seat: number): Verdict;
  set(entry: number, mark: Verdict): void;
}

/**
 * The table in the state that the viewer has seen. Log, view, score, turn and end change only after the board (`Stage`)
 * has shown the events before them; only `known` includes the events that still wait.
 */
export abstract class TableModel {
  /** Null without a server. */
  readonly plans: Plans | null = null;
  room = $state.raw<RoomInfo | null>(null);
  game = $state.raw<GameDetail | null>(null);
  /** The viewer's seat; null for a spectator. */
  seat = $state<number | null>(null);
  /** The state that the page shows; view and score run ahead of the rest while the board marks a new leader. */
  protected state = $state.raw<Shown>(NOTHING);
  view = $derived(this.state.view);
  /** Every event that the server has sent. */
  known = $state.raw<readonly EventInfo[]>([]);
  /** How many events of `known` the board has shown. */
  told = $state(0);
  /** Returns how many events the show at the end, such as election night, has reached; null when there is no show. */
  finale = $state.raw<() => number | null>(() => null);
  /** How many events the log shows during that show; null at any other time. */
  held = $derived(this.finale());
  /** The events that the viewer has been shown. */
  log = $derived.by<readonly EventInfo[]>(() => {
    const count = Math.min(this.told, this.held ?? Infinity);
    return count < this.known.length ? this.known.slice(0, count) : this.known;
  });
  /** Whether the game is over and its election night or count has been shown. */
  closed = $derived.by(() => this.over && this.held === null);
  legal = $derived(this.state.legal);
  /** The numbers that each legal move would change, such as a rating: by the move's text, then by field of the view. */
  previews = $derived(this.state.sways);
  /** Each seat's score if the game ended now. */
  standing = $derived(this.state.standing);
  /** The moves that the viewer can prepare while others move. */
  foreseen = $derived<readonly MoveInfo[]>(this.state.foreseen.map(moveInfo));
  /** The order in which election night shows the states, once the game is over. */
  night = $derived(this.state.night);
  owes = $derived(this.state.owes);
  decision = $derived(this.state.decision);
  /** The log's length before the viewer's last own decision; null before the first. */
  decided = $derived(this.state.decided);
  /** The same without moves that this page made for the viewer, such as standing answers. */
  since = $state<number | null>(null);
  protected automatic = false;
  /** Whether a bot is to finish the game for the viewer. */
  protected finishing = false;
  /** The greatest turning point of the game, in a sentence; "" while it is unknown. */
  turning = $state('');
  /** The last clock that the server sent, and the time (`performance.now()` in ms) when it arrived. */
  clock = $derived(this.state.clock && { message: this.state.clock, at: this.state.at });
  over = $derived(this.state.over);
  /** Increases with each new game and each move taken back; anything prepared before that is void. */
  generation = $state(0);
  /**
   * The time (`performance.now()` in ms) when the game ended; null during the game, or
   * if it had ended before this page was opened.
   */
  endedAt = $derived(this.state.ended === null ? null : this.state.at - this.state.ended * 1000);
  result = $derived(this.state.result);
  /** The last answer to a refused move or to "why not?". */
  answer = $state.raw<Answer | null>(null);
  /** Whether a panel of the table shows the answer beside its buttons. */
  hasPanel = $state(false);
  /** The seat that the viewer plays to the end; null for spectators and after resigning. */
  own = $derived(this.seat !== null && this.room?.seats[this.seat]?.forfeited ? null : this.seat);
  myTurn = $derived(this.seat !== null && this.owes.includes(this.seat));
  /** The move that was sent and not yet answered. */
  abstract readonly sent: Play | null;
  /** Whether that move has waited so long for an answer that it was sent again. */
  abstract readonly retrying: boolean;
  /** Null if this table has no promises to mark. */
  abstract readonly marks: MarkBook | null;
  /** Null if there are no hints. */
  abstract readonly hints: HintBook | null;
  /** The game's cards by code, with the votes this table plays with. */
  deck = $derived.by(() => deckOf(this.game, this.room?.options));
  /** The names of seats, cards and words in sentences. */
  naming = $derived.by<Naming>(() => ({ seat: (seat) => this.name(seat), cards: this.deck, words: textsIn(this.game?.words['event_words']) }));
  /** Whether the next game waits until the viewer has closed the page about this one. */
  get next(): boolean {
    return false;
  }
  /** The seat whose player the log calls "you". */
  protected get you(): number | null {
    return null;
  }
  private templates = $derived.by(() => textsIn(this.game?.words['events']));
  private readonly scoreboard = new Scoreboard();
  protected boards = new Set<Board>();

  constructor(readonly code: string) {}

  abstract play(move: MoveInfo | string): void;

  /** Say that the page makes the next move, without a choice of the viewer now. finishing: a bot makes all moves after it. */
  playsItself(finishing = false): void {
    this.automatic = true;
    this.finishing = finishing;
  }

  /** Ask why a move is not allowed. rest: the move without its seat. */
  abstract why(rest: string): void;

  /** The exact chances of a move's outcomes; null if no answer comes in time. */
  abstract odds(move: string): Promise<Foretold | null>;

  /** Let a board show every new burst; returns a function that stops this. */
  show(board: Board): () => void {
    this.boards.add(board);
    this.showAgain(board);
    return () => this.boards.delete(board);
  }

  /** Let these boards show the present view at once. */
  protected showAgain(...boards: readonly Board[]): void {
    const { view } = this;
    const nothing = (): void => undefined;
    if (!view) return;
    for (const board of boards) board({ events: [], view, jump: true, turn: '', big: () => false, decided: null, forced: () => false, over: false, tell: nothing, count: nothing, settle: nothing, decide: nothing });
  }

  /** The weight that the game gives an event. */
  weight = (event: EventInfo): Weight => weightOf(event, this.game?.weights ?? {}, this.deck);

  /** Delay the next game while a page about this one is open; call the returned function when it closes. */
  holdNext(): () => void {
    return () => undefined;
  }

  /** Show the next game, if one has begun. */
  goOn(): void {}

  /** Let the boards show an arrival, and move the page's state as they report it; without a board, at once. */
  protected present({ state, events, jump }: Arrival): void {
    const { view, standing, over, decided } = state;
    if (view === null) return this.enter(state);
    const whole = this.known.length;
    const before = whole - events.length;
    const turn = this.scoreboard.turn(standing, this.room, this.seat, (seat) => this.name(seat), jump || over);
    const forced = (some: readonly EventInfo[]): boolean => {
      const own = some.find(({ seat }) => seat !== null && seat === this.seat);
      return own !== undefined && decided !== null && own.entry > decided + 1;
    };
    const tell = (count: number): void => {
      this.told = before + count;
    };
    const count = (): void => {
      this.state = shared(this.state, { ...this.state, view, standing });
    };
    const settle = (): void => {
      count();
      if (!over) this.told = whole;
    };
    const decide = (): void => {
      this.enter(state);
      this.told = whole;
    };
    if (this.boards.size === 0) {
      settle();
      decide();
    }
    for (const board of this.boards) board({ events, view, jump, over, turn, big: (event) => this.weight(event) === 'big', decided, forced, tell, count, settle, decide });
  }

  /** Show a state as a whole: offer its moves, or announce the end of the game. */
  protected enter(state: Shown): void {
    if (state.decided !== this.decided) {
      if (!this.automatic || state.decided === null) this.since = state.decided;
      this.automatic = this.finishing = false;
    }
    this.state = shared(this.state, state);
  }

  /** Show an answer that needs no server. */
  note(text: string): void {
    this.answer = { clause: null, text, good: false };
  }

  dismiss(): void {
    this.answer = null;
  }

  name(seat: number | null): string {
    if (seat === null) return words.table.nobody;
    return this.room?.seats[seat]?.name || words.home.player(seat + 1);
  }

  /** A player's name; null for the player whom the log calls "you". */
  addressed(seat: number): string | null {
    return seat === this.you ? null : this.name(seat);
  }

  /** A move's immediate effects in words; "" if the game has none for it. number: a count, or a seat. */
  effect = (event: string, number: number, seat = this.naming.seat): string => {
    const texts = textsIn(this.game?.words['effects']);
    return event in texts ? sentence({ entry: 0, event, seat: number, args: { number } }, texts, { ...this.naming, seat, you: this.you }) : '';
  };

  /** An event as a line of the log. */
  line = (event: EventInfo): string => sentence(event, this.templates, { ...this.naming, you: this.you });

  /** A refusal in the language shown. */
  refusal(refused: Message): string {
    return messageText(refused, this.game, this.naming, 'reasons');
  }

  /** The result of the game in words. you: the seat to address as "you", if any. */
  outcome(result: Message, you: number | null = null): string {
    if (you !== null && result.key && result.facts?.['winner'] !== undefined)
      return sentence({ entry: 0, event: result.key, seat: null, args: { ...result.facts } }, textsIn(this.game?.words['results']), { ...this.naming, you });
    return messageText(result, this.game, this.naming, 'results');
  }
}
