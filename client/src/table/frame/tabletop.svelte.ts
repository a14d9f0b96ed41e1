/**
 * Set up the state that every game's table needs: the cards, the seats, the stage that shows events, and the log in
 * words.
 */

import { getContext, onMount } from 'svelte';
import { valueOf } from '../../cards/deck';
import { afterUpdate } from '../../lib/frames.svelte';
import type { EventInfo } from '../../lib/protocol';
import { seatNumber } from '../../lib/read';
import { reducedMotion, settings } from '../../lib/settings.svelte';
import { sidesIn } from '../../lib/sides';
import { Lookup, provideLookup } from '../../map/lookup.svelte';
import { clauseOf } from '../../words/clauses';
import { tableContext } from '../context';
import { provideKeyboard } from '../keys/keyboard.svelte';
import { provideNarration } from '../log/narration';
import { wordFor } from '../../words/render';
import type { TableModel } from '../model.svelte';
import { ElectionNight } from '../night/night.svelte';
import { nightOf, NO_OUTCOME, type Outcome } from '../night/outcome';
import type { Choice } from '../panel/choice.svelte';
import type { Stage } from '../stage.svelte';

/** The show before the result of a game that has just ended, such as election night. */
export interface Finale {
  /** live: at the end of a game that is being played, in step with the room's other screens. */
  begin: (live: boolean) => void;
  skip: () => void;
  /** How many events the show has reached; null when the show is over. */
  told: () => number | null;
}

/** The parts of a table that differ between games. */
export interface Parts {
  choice?: Choice;
  /** The states with their last holders, and whatever else is unusual about the outcome. */
  result?: () => Partial<Outcome>;
  /** Whether the log shows an event. */
  tells?: (event: EventInfo) => boolean;
  night?: ElectionNight;
  /** By default the election night. */
  finale?: Finale;
}

/** The shared state of a table. Create it while a table's component is created, since it registers effects. */
export class Tabletop<B, V extends B> {
  room = $derived.by(() => this.store.room);
  view = $derived.by(() => this.stage.view);
  board = $derived.by(() => this.stage.board);
  deck = $derived.by(() => this.store.deck);
  /** The votes of all cards together. */
  total = $derived.by(() => valueOf(this.deck.values()));
  /**
   * The votes that win at this table or, in a game that is lost by votes, the votes that lose; null without such a
   * number.
   */
  goal = $derived.by(() => this.room?.majority ?? this.room?.too_many ?? null);
  sides = $derived.by(() => sidesIn(this.room, this.shown()));
  /** The names that a class's projector shows, by seat; their first letters mark the seats. Empty on other screens. */
  private readonly shown: () => readonly string[] = getContext('shown') ?? (() => []);
  /** Whether the game is over and all its events have been shown. */
  ended = $derived.by(() => this.store.over && !this.stage.busy);
  news = $derived.by<readonly EventInfo[]>(() => (this.ended ? [] : this.stage.news));
  outcome = $derived.by<Outcome>(() => {
    const { store, sides, goal } = this;
    const winners = store.result?.winners.flatMap((label) => seatNumber(label) ?? []) ?? [];
    return { ...NO_OUTCOME, title: store.game?.title ?? '', sides, votes: store.standing, winners, viewer: store.own, goal, night: store.night, ...this.result() };
  });
  readonly night: ElectionNight;
  private readonly result: () => Partial<Outcome>;
  readonly tells: (event: EventInfo) => boolean;
  /** The facts about a state that the viewer has asked for. */
  readonly lookup: Lookup;
  /** Whether a big moment is shown. */
  loud = $derived.by(() => this.stage.moment !== null);
  /** The last events in a sentence, for the line under the board. */
  caption = $derived.by(() => {
    const { moment, heard } = this.stage;
    const lines = (moment ? moment.events : this.ended ? [] : heard).map(this.store.line);
    return [...lines, moment?.turn ?? ''].join(' ').trim();
  });

  constructor(
    readonly store: TableModel,
    readonly stage: Stage<B, V>,
    {
      choice,
      result = () => ({}),
      tells = () => true,
      night = new ElectionNight(() => nightOf(this.outcome), () => store.endedAt),
      finale = { ...night.shown, told: () => night.toldOf(store.known, stage.end) },
    }: Parts = {},
  ) {
    this.result = result;
    this.tells = tells;
    this.night = night;
    const narrated = $derived(store.log.filter(tells));
    const live = tableContext().replay === null;
    const game = $derived(store.room?.game);
    $effect.pre(() => {
      if (game) settings.sitDown(game);
    });
    const chooses = (): boolean => stage.busy || (live && !store.over && (store.myTurn || choice?.preparing === true));
    this.lookup = new Lookup((code) => this.deck.has(code), chooses);
    provideLookup(this.lookup);
    provideNarration({
      get events() {
        return narrated;
      },
      line: store.line,
      get waiting() {
        return stage.waiting;
      },
    });
    provideKeyboard({
      get prompt() {
        return `${store.decision} ${store.over} ${store.sent === null} ${store.legal.map((move) => move.verb).join()}`;
      },
      get busy() {
        return stage.busy;
      },
      skip: () => stage.skip(),
    });
    onMount(() => {
      const stop = store.show(stage.receive);
      store.finale = () => (this.ended ? finale.told() : null);
      const hide = (): void => {
        if (document.visibilityState === 'hidden' && !stage.waiting) stage.skip(); // a hidden page shows no animation
      };
      document.addEventListener('visibilitychange', hide);
      return () => {
        document.removeEventListener('visibilitychange', hide);
        stop();
        afterUpdate(() => {
          stage.skip(true);
          finale.skip();
        });
        store.finale = () => null;
      };
    });
    let before = false;
    let seen = false;
    $effect.pre(() => {
      // A viewer who arrives during the show joins it at the present point.
      const joins = this.view !== null && !seen && store.endedAt !== null && !reducedMotion();
      if (this.ended && (before || joins)) finale.begin(true);
      if (!this.ended) finale.skip();
      seen = this.view !== null;
      before = !this.ended && this.view !== null;
    });
  }

  /**
   * The clause at which the rules open: that of the first of these words (a card, a task) that has a clause, or of the
   * end.
   */
  clauseOf(...what: readonly (string | null | undefined)[]): string | null {
    return clauseOf(this.store.game, this.room?.options ?? null, ...what, this.store.over ? 'over' : null);
  }

  /** The name that this table shows for a word of the view, such as a seat or a card. */
  word(token: string): string {
    return wordFor(token, this.store.naming);
  }
}
