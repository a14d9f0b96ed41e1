/** The table as its viewer sees it: the data and commands of every board, at a live table and in a replay alike. */

import type { ClockInfo, EventInfo, GameDetail, MarkInfo, MoveInfo, NightInfo, PlanInfo, Play, ResultInfo, RoomInfo, Snapshot } from '../lib/protocol';
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

/** What a server's message brings to the table: the events, and what they end in. */
export interface Arrival {
  events: readonly EventInfo[];
  view: Record<string, unknown>;
  /** Show the end at once: a first state, or more than one can follow. */
  jump: boolean;
  standing: readonly number[];
  over: boolean;
  /** The log's length before the viewer's last own decision; null before the first. */
  decided?: number | null;
  /** Take over what can be done now, and the end. */
  decide: () => void;
}

/** An arrival as a board shows it: it says how far it is, and the rest of the page follows. */
export interface Burst extends Pick<Arrival, 'events' | 'view' | 'jump' | 'over'> {
  /** Who leads after it, or has won the votes that decide, if that is new; how the game ended is announced later. */
  turn: string;
  big: (event: EventInfo) => boolean;
  /** The log's length before the viewer's last own decision; null before the first. */
  decided: number | null;
  /** Whether events follow from a move that the table made for the viewer. */
  forced: (events: readonly EventInfo[]) => boolean;
  /** So many of its events have been shown. */
  tell: (count: number) => void;
  /** All have, but what ends the game; the score follows. */
  settle: () => void;
  /** The board is as the server has it: somebody is asked, or the game has ended. */
  decide: () => void;
}

/** The viewer's plans in rounds by post, as the server has them; null where it refused. */
export interface Plans {
  look(): Promise<PlanInfo | null>;
  /** Hand in a plan for a round, or take it back (null). */
  handIn(round: number, plan: PlanInfo['plan']): Promise<PlanInfo | null>;
}

type Board = (burst: Burst) => void;
export type Verdict = MarkInfo['mark'];

/** Which seats call the promises in the log kept or broken. */
export interface MarkBook {
  /** The seats that say so of an entry. */
  saying(entry: number, mark: Verdict): number[];
  /** What a seat says of an entry. */
  of(entry: number, seat: number): Verdict;
  set(entry: number, mark: Verdict): void;
}

/**
 * What the viewer has been shown: log, view, score, whose turn it is and the end all wait for the board (`Stage`). Only
 * `known` is ahead of it.
 */
export abstract class TableModel {
  /** Null where there is no server. */
  readonly plans: Plans | null = null;
  room = $state.raw<RoomInfo | null>(null);
  game = $state.raw<GameDetail | null>(null);
  /** The viewer's seat; null for a spectator. */
  seat = $state<number | null>(null);
  view = $state.raw<Record<string, unknown> | null>(null);
  /** Every event that the server has sent. */
  known = $state.raw<readonly EventInfo[]>([]);
  /** How many of them have been shown on the board. */
  told = $state(0);
  /** How many are shown while states come in one by one at the end; null at any other time. */
  held = $state<number | null>(null);
  /** What has happened, as far as the viewer has been shown it. */
  log = $derived.by<readonly EventInfo[]>(() => {
    const count = Math.min(this.told, this.held ?? Infinity);
    return count < this.known.length ? this.known.slice(0, count) : this.known;
  });
  /** The game is over, and so is its election night or count. */
  closed = $derived.by(() => this.over && this.held === null);
  legal = $state.raw<MoveInfo[]>([]);
  /** What legal moves would make at once of numbers that odds hang on: by text, then the field of the view. */
  previews = $state.raw<Snapshot['sways']>({});
  /** Each seat's score as the server would count it now. */
  standing = $state.raw<readonly number[]>([]);
  /** What the viewer can prepare while others are asked, as the server foresees it. */
  foreseen = $state.raw<readonly MoveInfo[]>([]);
  /** How the states come in one by one, once the game is over. */
  night = $state.raw<NightInfo | null>(null);
  owes = $state.raw<number[]>([]);
  may = $state.raw<number[]>([]);
  decision = $state<number | null>(null);
  /** The log's length before the viewer's last own decision; null before the first. */
  decided = $state<number | null>(null);
  /** The clock as the server told it, and when it did, in ms of this page. */
  clock = $state.raw<{ message: ClockInfo; at: number } | null>(null);
  over = $state(false);
  /** Another number: another game, or this one gone back. What was meant for the one does not fit the other. */
  generation = $state(0);
  /** When the game ended, in ms of this page; null while it goes on, and where that is long past. */
  endedAt = $state<number | null>(null);
  result = $state.raw<ResultInfo | null>(null);
  /** The last answer to a refused move or to "why not?". */
  answer = $state.raw<Answer | null>(null);
  /** Whether the next game waits until the viewer has finished reading about this one. */
  next = $state(false);
  /** Whether a panel stands at the table that shows the answer beside its buttons. */
  hasPanel = $state(false);
  /** The seat whose end is the viewer's own; null for onlookers and after giving the game up. */
  own = $derived(this.seat !== null && this.room?.seats[this.seat]?.forfeited ? null : this.seat);
  myTurn = $derived(this.seat !== null && this.owes.includes(this.seat));
  /** The move that is on its way. */
  abstract readonly sent: Play | null;
  /** Whether that move has waited so long for an answer that it was sent again. */
  abstract readonly retrying: boolean;
  /** Null where nothing can be marked. */
  abstract readonly marks: MarkBook | null;
  /** Null where nobody thinks along. */
  abstract readonly hints: HintBook | null;
  /** The game's cards by code, with the votes this table plays with. */
  deck = $derived.by(() => deckOf(this.game, this.room?.options));
  /** What seats, cards and words are called here. */
  naming = $derived.by<Naming>(() => ({ seat: (seat) => this.name(seat), cards: this.deck, words: textsIn(this.game?.words['event_words']) }));
  /** The seat whose player the log speaks to. */
  protected get you(): number | null {
    return null;
  }
  private templates = $derived.by(() => textsIn(this.game?.words['events']));
  private readonly scoreboard = new Scoreboard();
  protected boards = new Set<Board>();
  private reading = false;
  /** Shows what has come while the viewer was reading. */
  private postponed: (() => void)[] = [];

  constructor(readonly code: string) {}

  abstract play(move: MoveInfo | string): void;

  /** Why not? `rest` is a move without its seat. */
  abstract why(rest: string): void;

  /** The exact chances of what a move would bring up; null where no answer comes in time. */
  abstract odds(move: string): Promise<Foretold | null>;

  /** Have every new burst of events shown by a board; returns how to stop it. */
  show(board: Board): () => void {
    this.boards.add(board);
    this.showAgain(board);
    return () => this.boards.delete(board);
  }

  /** Have a board, or all of them, show the present view at once. */
  protected showAgain(...boards: readonly Board[]): void {
    const { view } = this;
    const nothing = (): void => undefined;
    if (!view) return;
    for (const board of boards) board({ events: [], view, jump: true, turn: '', big: () => false, decided: null, forced: () => false, over: false, tell: nothing, settle: nothing, decide: nothing });
  }

  /** How much an event matters, by the game's own declaration. */
  weight = (event: EventInfo): Weight => weightOf(event, this.game?.weights ?? {}, this.deck);

  /** Let the next game wait while something about this one lies open; call the result once that is closed. */
  holdNext(): () => void {
    return () => undefined;
  }

  /** Show the next game, if one has begun. */
  goOn(): void {}

  /** Hold back what comes while the viewer reads the introduction; show it afterwards. */
  read(reading: boolean): void {
    this.reading = reading;
    if (!reading) for (const show of this.postponed.splice(0)) show();
  }

  /** Have an arrival shown by the board, and the page follow; at once where there is no board. */
  protected present(arrival: Arrival): void {
    const whole = this.known.length;
    if (arrival.jump) this.postponed = [];
    else if (this.reading) {
      this.postponed.push(() => this.display(arrival, whole));
      return;
    }
    this.display(arrival, whole);
  }

  /** `whole`: the number of events that the server had sent with it. */
  private display(arrival: Arrival, whole: number): void {
    const { events, view, jump, standing, over, decided = null } = arrival;
    const before = whole - events.length;
    const turn = this.scoreboard.turn(standing, this.room, this.seat, (seat) => this.name(seat), jump || over);
    const forced = (some: readonly EventInfo[]): boolean => {
      const own = some.find(({ seat }) => seat !== null && seat === this.seat);
      return own !== undefined && decided !== null && own.entry > decided + 1;
    };
    const tell = (count: number): void => {
      this.told = before + count;
    };
    const settle = (): void => {
      this.view = view;
      this.standing = standing;
      if (!over) this.told = whole;
    };
    const decide = (): void => {
      arrival.decide();
      this.told = whole;
    };
    if (this.boards.size === 0) {
      settle();
      decide();
    }
    for (const board of this.boards) board({ events, view, jump, over, turn, big: (event) => this.weight(event) === 'big', decided, forced, tell, settle, decide });
  }

  /** Answer without the server. */
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

  /** What a move brings about at once, by the name of the effect and its number: a count or a seat. */
  effect = (event: string, number: number, seat = this.naming.seat): string =>
    sentence({ entry: 0, event, seat: number, args: { number } }, textsIn(this.game?.words['effects']), { ...this.naming, seat, you: this.you });

  /** An event as a line of the log. */
  line = (event: EventInfo): string => sentence(event, this.templates, { ...this.naming, you: this.you });

  /** A refusal in the language shown. */
  refusal(refused: Message): string {
    return messageText(refused, this.game, this.naming, 'reasons');
  }

  /** How the game ended. */
  /** you: the seat to speak to, if any. */
  outcome(result: Message, you: number | null = null): string {
    if (you !== null && result.key && result.facts?.['winner'] !== undefined)
      return sentence({ entry: 0, event: result.key, seat: null, args: { ...result.facts } }, textsIn(this.game?.words['results']), { ...this.naming, you });
    return messageText(result, this.game, this.naming, 'results');
  }
}
