/** Turns the viewer's cards and lets them stand where nothing else is worth a thought, unless the viewer wants to. */

import type { MoveInfo } from '../../lib/protocol';
import { settings } from '../../lib/settings.svelte';
import type { TableModel } from '../../table/model.svelte';
import type { HandChoice } from './hand.svelte';
import { BY_HAND, STAKED, wildOf, type CombatView } from './view';

const [PAUSE, READ] = [100, 1400]; // ms in which a click can still choose the card; READ to read what a card decides
const SLIGHT = 20; // percent: a smaller chance is not worth a question unless it brings more than a kept stop

/** Whether a hand teaches nothing new and is quick to read: no wild card is in play and nothing is staked. */
export function ordinary(view: CombatView): boolean {
  return view.hand > BY_HAND && view.hand <= view.hands - STAKED && wildOf(view) === null;
}

/** Whether the only choice is between face-down cards, which look alike. */
export function turnsItself(moves: HandChoice['moves']): boolean {
  return moves.length > 0 && moves.every(({ verb, args }) => verb === 'turn' || (verb === 'pick' && /^\d+$/.test(args[0] ?? '')));
}

/** An answer to the question of a campaign stop that hardly helps. chance: of a better card, in percent. */
interface Stand {
  move: MoveInfo;
  hand: number;
  chance: number;
}

/** The answer that the table gives for the viewer, or null. */
export function standsItself(view: CombatView, moves: HandChoice['moves'], previews: TableModel['previews']): Stand | null {
  const [turn, move] = ['turn', 'stand'].map((verb) => moves.find((one) => one.verb === verb));
  if (!turn || !move || view.hand > view.hands - STAKED) return null;
  const { beats = 0, wild_comes: wild = 0, stop_brings: brings = 0 } = previews[turn.text] ?? {};
  const chance = beats + wild;
  return chance < SLIGHT && brings < (previews[move.text]?.['stop_kept'] ?? 0) ? { move, hand: view.hand, chance } : null;
}

export class Turner {
  /** The last answer that the table gave for the viewer. */
  stood = $state.raw<Stand | null>(null);
  private readonly free = $derived.by(() => this.view() !== null && this.store.myTurn && !this.choice.preparing && this.on && !this.finishes());
  /** The turn that the table could make for the viewer now, or null. */
  private readonly turn = $derived.by<MoveInfo | null>(() => {
    return this.free && turnsItself(this.choice.moves) ? (this.choice.moves[0] ?? null) : null;
  });
  private readonly stand = $derived.by(() => {
    const view = this.view();
    return this.free && view && standsItself(view, this.choice.moves, this.store.previews);
  });
  private readonly quick = $derived.by(() => {
    const view = this.view();
    return view !== null && ordinary(view);
  });
  /** Whether the viewer is asked, once on each device, if their cards may turn by themselves. */
  readonly asks = $derived(this.turn !== null && !settings.turnsAsked && this.quick);
  /** The move that the table makes for the viewer now, or null. */
  readonly move = $derived(this.stand ? this.stand.move : settings.turnsAsked ? this.turn : null);
  /** Whether the viewer's cards turn by themselves in the hand being played. */
  readonly films = $derived.by(() => {
    const view = this.view();
    return view !== null && this.store.seat !== null && this.on && settings.turnsAsked && wildOf(view) === null;
  });

  /** Create it while a component is created, since it registers an effect. view: the view that the stage shows. finishes: whether the rest of the game plays itself. */
  constructor(
    private readonly store: TableModel,
    private readonly choice: HandChoice,
    private readonly view: () => CombatView | null,
    private readonly finishes: () => boolean,
  ) {
    $effect(() => {
      const { move, stand, quick } = this;
      if (!move) return;
      const timer = setTimeout(() => {
        if (stand) this.stood = stand;
        store.playsItself();
        choice.play(move);
      }, quick || stand ? PAUSE : READ);
      return () => clearTimeout(timer);
    });
  }

  private get on(): boolean {
    return settings.turns && (this.store.room?.terms.autoplay ?? false);
  }
}
