/** Animation of a move: its own effect first, then the consequences. */

import type { Cue } from '../../lib/cues';
import { labelOf, seatNumber } from '../../lib/read';
import type { EventInfo } from '../../lib/protocol';
import type { TableModel } from '../../table/model.svelte';
import { Stage } from '../../table/stage.svelte';
import { contestIn } from './contest';
import { after, read } from './view';
import type { MudslingerEvent, MudslingerView } from './view.types';

export type MudStage = Stage<MudslingerView, MudslingerView>;

const SHOWN = [
  'candidate', 'party', 'rolled_first', 'turn', 'drew', 'drew_action', 'placed', 'hired', 'discarded', 'misfit', 'lobbied', 'rested', 'campaigns', 'attacks',
  'spent', 'slung', 'rolled', 'won', 'failed', 'streak', 'played', 'played_on_state', 'spun', 'rated', 'banked', 'took_money', 'lost_card',
  'took_card', 'gagged', 'debated', 'polled', 'read_poll', 'swapped', 'defected', 'traded', 'gave_money', 'gave_card', 'promised', 'offered',
  'asked_for', 'accepted', 'kept_truce', 'broke_truce', 'declined', 'again', 'decided',
];

const CUES: Readonly<Record<string, Cue>> = {
  rolled: 'dice', rolled_first: 'dice', slung: 'stamp', spent: 'card', drew: 'card', drew_action: 'card', placed: 'card', hired: 'card', played: 'seal', won: 'call',
};

/** The least time in ms for which the viewer's own roll, result, first card and later cards are shown. */
const OWN = { roll: 2400, result: 1600, first: 2000, card: 1400 };
/** The time in ms for which another player's roll is shown at the usual speed. */
const OTHERS_ROLL = 1100;
/** The least time in ms for the result of another player's roll. */
const OTHERS_RESULT = 700;
/**
 * The least time in ms for mud and for the effect of an action card. heading: a card whose effect follows at once;
 * aimed: what rivals do to the viewer, with a card that they have played before (again) or with mud; others: what they do to each other; ownHeading, own: the viewer's own card and
 * its effect.
 */
const TOLD = { heading: 800, aimed: 2200, again: 1400, mud: 1400, others: 900, ownHeading: 500, own: 1000 };
/** A factor for the times of a contest that does not concern the viewer, and of a card that has been played before. */
export const BRIEFLY = 0.5;
/** What an action card brings about. */
const EFFECTS = ['spun', 'rated', 'banked', 'took_money', 'lost_card', 'took_card', 'gagged', 'debated', 'read_poll', 'swapped', 'defected', 'again'];
/** The least time in ms for the message that nobody can catch the leader, at any speed. */
const DECIDED = 2400;
const PLAYS = ['played', 'played_on_state'];
const RESULTS = ['won', 'failed'];
const DRAWN = ['drew', 'drew_action', 'lobbied'];

/** The least time in ms for a card that the viewer takes, a roll or a result; 0 if the usual time is enough. */
export function turnTime({ event, seat, entry }: EventInfo, known: readonly EventInfo[], viewer: number | null): number {
  if (seat === null || viewer === null) return 0;
  if (seat !== viewer) return RESULTS.includes(event) ? OTHERS_RESULT : 0;
  if (event === 'rolled') return OWN.roll;
  if (RESULTS.includes(event)) return OWN.result;
  if (!DRAWN.includes(event)) return 0;
  return known.some((one) => one.seat === seat && one.entry < entry && DRAWN.includes(one.event)) ? OWN.card : OWN.first;
}

/** An action card or mud that is being shown. */
export interface Told {
  /** The player who plays the card, or slings the mud. */
  readonly by: number | null;
  /** The card; null for mud. */
  readonly card: string | null;
  /** The player and the state that the card or the mud is aimed at, if there is one. */
  readonly on: number | null;
  readonly state: string | null;
  /** What the event has changed: mud, or the effect of a card; null while only the card is shown. */
  readonly change: EventInfo | null;
}

/** The action card or the mud that an event is about; null for other events. known: the log. */
export function toldOf(event: EventInfo, known: readonly EventInfo[]): Told | null {
  const [one, at] = [event as MudslingerEvent, known.indexOf(event)];
  const log = at < 0 ? known : known.slice(0, at + 1);
  if (one.event === 'slung') return { by: one.seat, card: null, on: contestIn(log)[0]?.seat ?? null, state: null, change: event };
  const effect = EFFECTS.includes(one.event);
  if (!effect && !PLAYS.includes(one.event)) return null;
  // A Spin Doctor is played in between, and has an effect of its own.
  const found = effect ? (log as readonly MudslingerEvent[]).filter((other) => other.event === 'played_on_state' || (other.event === 'played' && (other.args.card === 'SPIN') === (one.event === 'spun'))).at(-1) : one;
  if (found?.event === 'played') return { by: found.seat, card: found.args.card, on: seatNumber(found.args.target), state: null, change: effect ? event : null };
  return found?.event === 'played_on_state' ? { by: found.seat, card: found.args.card, on: null, state: found.args.state, change: effect ? event : null } : null;
}

/** The least time in ms for an action card or mud, so that a player can read it; 0 for other events. */
export function toldTime(event: EventInfo, known: readonly EventInfo[], viewer: number | null): number {
  const told = viewer === null ? null : toldOf(event, known);
  if (told === null) return 0;
  if (told.by === viewer) return told.change === null ? TOLD.ownHeading : told.change.event === 'slung' ? 0 : TOLD.own;
  const log = known.slice(0, known.indexOf(event) + 1);
  const fight = contestIn(log)[0];
  const part = told.card !== null && log.filter((one) => PLAYS.includes(one.event) && one.args['card'] === told.card).length > 1 ? BRIEFLY : 1;
  const next = known[known.indexOf(event) + 1];
  if (told.change === null && next && EFFECTS.includes(next.event)) return TOLD.heading * part;
  const fights = fight?.seat === viewer || (fight?.event === 'attacks' && fight.args.owner === labelOf(viewer ?? -1));
  const aimed = told.on === viewer || event.seat === viewer || (fights && ['slung', 'rated'].includes(event.event));
  if (!aimed) return TOLD.others * part;
  return told.card === null ? TOLD.mud : part < 1 ? TOLD.again : TOLD.aimed;
}

/** The time in ms for which a roll is shown. part: see `mudStage`. */
export function rollTime(seat: number | null, viewer: number | null, part = 1): number {
  return part * (seat !== null && seat === viewer ? OWN.roll : OTHERS_ROLL);
}

/** part: a factor for the times of the present contest, which is smaller if it matters little to the viewer. */
export function mudStage(store: Pick<TableModel, 'known' | 'seat'>, part: () => number = () => 1): MudStage {
  const least = (event: EventInfo): number => {
    if (event.event === 'decided') return DECIDED;
    const [own, told] = [turnTime(event, store.known, store.seat), toldTime(event, store.known, store.seat)];
    const scaled = (event.event === 'rolled' || RESULTS.includes(event.event) ? part() : 1) * own;
    return Math.max(scaled, told <= TOLD.others ? told * part() : told);
  };
  return new Stage<MudslingerView, MudslingerView>({ read, after, shown: SHOWN, cues: CUES, until: 'game_over', lengths: { rolled: OTHERS_ROLL, turn: 300, campaigns: 300, spent: 300 }, least, brief: () => part() <= BRIEFLY, together: ['opened', 'drew', 'drew_action', 'drew_kind', 'placed', 'hired', 'discarded', 'misfit', 'lobbied', 'turn'] });
}

/** A card that the viewer has just taken, and the event that shows its use. */
export interface Drawn {
  readonly code: string;
  readonly became: MudslingerEvent;
}

/** The card that the viewer takes in the events being shown; null if there is none. */
export function drawnIn(news: readonly EventInfo[], viewer: number | null): Drawn | null {
  const own = (news as readonly MudslingerEvent[]).filter((one) => one.seat === viewer && viewer !== null);
  for (const one of own) {
    switch (one.event) {
      case 'placed':
      case 'hired':
      case 'misfit':
      case 'discarded':
      case 'drew_kind':
        return { code: one.args.card, became: one };
      default:
    }
  }
  return null;
}
