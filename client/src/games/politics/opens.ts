/** What a card opens to the viewer's side, and what an open card that is left there opens to the other side, in words. */

import type { MoveInfo } from '../../lib/protocol';
import { words } from '../../words';
import type { PoliticsView } from './view.types';

export interface Opens {
  /** Whether the card comes to the viewer's side at once. */
  plays: boolean;
  /** The free states that the card opens to the viewer's side, their votes, and the votes of those in the viewer's hand. */
  states: number;
  votes: number;
  held: number;
  /** The votes that taking the card puts out of the other side's reach for good. */
  cuts: number;
  /** Whether the move walls the other side in. */
  walls: boolean;
  /** Whether the card starts a new front, away from its side's other states. */
  front: boolean;
  /** The votes that the card, left there, would open to the other side; null if it does not fit that side. */
  left: number | null;
}

/** The server's numbers about a move. With new fronts no side is cut off, and nobody else could play a card of the hand. */
export function opensOf({ verb }: MoveInfo, { opens: states = 0, opens_votes: votes, opens_held: held = 0, cuts_votes = 0, walls = 0, front = 0, leaves }: Readonly<Record<string, number>>, market: PoliticsView['market']): Opens {
  const cuts = verb === 'take' && market === '3' ? cuts_votes : 0;
  return { plays: votes !== undefined, states, votes: votes ?? 0, held, cuts, walls: walls > 0, front: front > 0, left: leaves ?? null };
}

/** A sentence about a card. rival: the brief name of the other side's only player; null if there are several. */
export function opensSentence(card: string, opens: Opens, rival: string | null): string {
  const { plays, states, votes, held, cuts, walls, front, left } = opens;
  const said = words.politics;
  const taken = walls ? said.wallsIn(rival) : left !== null ? said.left(rival, left) : cuts > 0 ? said.cutsOff(rival, cuts) : '';
  if (!plays) return said.keeps(card, taken);
  return `${card} ${front ? `${said.newFront} ` : ''}${[states > 0 || !taken || left !== null ? said.opens(states, votes, left === null ? held : 0) : '', taken].filter(Boolean).join('; ')}.`;
}

/** The effect for the viewer in a word or two, for the card itself. */
export function opensShort({ plays, votes, cuts, walls, front, left }: Opens): string {
  const said = words.politics;
  if (!plays) return said.keptShort;
  const opens = (front ? said.frontShort : said.opensShort)(votes);
  return walls ? said.wallsShort : opens + (cuts > 0 && left === null ? `, ${said.cutsShort(cuts)}` : '');
}
