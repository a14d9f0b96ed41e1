/** Combat's moves in words. */

import { cardText, type Deck } from '../../cards/deck';
import type { GameDetail, MoveInfo, RoomInfo } from '../../lib/protocol';
import { words } from '../../words';
import { clauseOf, clausesFor } from '../../words/clauses';
import { sentence, textsIn, type Naming } from '../../words/render';

/** Number of sentences of a clause that fit on the screen. */
const SENTENCES = 2;

/** The name of a token of a move: a card, or the face-down card on a place. */
export function tokenWords(token: string, deck: Deck): string {
  return /^\d+$/.test(token) ? words.log.faceDown([Number(token)]) : (deck.get(token)?.name ?? token);
}

/** stops: whether turning a card spends a campaign stop. */
export function moveWords(move: MoveInfo, deck: Deck, stops = false): string {
  const things = words.log.list(move.args.map((token) => tokenWords(token, deck)));
  switch (move.verb) {
    case 'turn':
      return stops ? words.combat.campaign.turn(move.args[0] ?? '') : words.combat.turn(move.args[0] ?? '');
    case 'take':
      return words.combat.take(things);
    case 'pick':
      return words.combat.pick(things);
    case 'add':
      return words.combat.add(things);
    case 'call':
      return words.combat.callName(move.args[0] ?? '');
    case 'stand':
      return words.combat.campaign.stand;
    default:
      return words.combat.throwName(move.verb);
  }
}

/**
 * The effect of the chosen wild card as a stake, or of any wild card while none is chosen; "" if none can be staked.
 */
export function stakedWild(options: readonly MoveInfo[], chosen: readonly string[], game: GameDetail | null, naming: Naming, terms: RoomInfo['options'] | null): string {
  const wild = (code: string): boolean => naming.cards.get(code)?.kind === 'wild';
  const taken = chosen.find(wild);
  if (taken !== undefined) return words.combat.whoPlays(naming.cards.get(taken)?.name ?? taken, ruleOf(taken, game, terms));
  return options.some((move) => move.args.some(wild)) ? effectText('wild_staked', game, naming) : '';
}

/** How a wild card is played under these options: the first sentences of its clause. */
function ruleOf(card: string, game: GameDetail | null, terms: RoomInfo['options'] | null): string {
  const id = clauseOf(game, terms, card);
  const clause = game && clausesFor(game, terms).find((one) => one.id === id);
  return clause ? clause.text.split(/(?<=\.) /).slice(0, SENTENCES).join(' ') : cardText(game, card);
}

/** The game's own sentence about the effect of a choice. `seat` is the player that the sentence names. */
export function effectText(event: string, game: GameDetail | null, naming: Naming, seat: number | null = null): string {
  return sentence({ event, seat, entry: 0, args: {} }, textsIn(game?.words['effects']), naming);
}
