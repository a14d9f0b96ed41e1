/** Mudslinger's moves in words, and searches for moves by their effect. */

import type { CardInfo, EventInfo, MoveInfo } from '../../lib/protocol';
import { fieldsOf, numberOf, seatNumber } from '../../lib/read';
import { briefName, type Side } from '../../lib/sides';
import { words } from '../../words';
import { partyName, type Race } from './view';

/** The most states that are named as those of which each turns the lead. */
const NAMED = 2;

export interface Naming {
  name: (seat: number | null) => string;
  deck: ReadonlyMap<string, CardInfo>;
  /** The top card of the discard pile, for moves about this card; null if unknown. */
  pile: string | null;
  /** Whether the viewer is composing an offer. */
  asking?: boolean;
  /** The player who runs now, for bids; absent if unknown. */
  runner?: { seat: number; name: string } | null;
}

export function itemWords(item: string | null, deck: ReadonlyMap<string, CardInfo>): string {
  if (item === 'TRUCE') return words.mudslinger.truce;
  return item === null ? '' : (deck.get(item)?.name ?? item);
}

/** Who leads by how much, and what could still turn that: the viewer's own way to win if they are behind. */
export function raceWords(race: Race, viewer: number | null, sides: readonly Side[]): string {
  const said = words.mudslinger.race;
  const { left, open, leader, gap, turns, alone } = race;
  if (!open || turns.length === 0) return said.left(left);
  if (leader === null) return said.level(left);
  const names = (alone.length > 0 ? alone : turns).map((card) => card.name);
  const turn = alone.length > NAMED ? said.any(Math.min(...alone.map((card) => card.value))) : said.turn(names, alone.length > 0);
  return said.lead(leader === viewer ? null : briefName(sides, leader), gap, left, turn);
}

/** The benefit of lobbying for a card, for a seat's party (MS-2, MS-6), and its cost: no campaign this turn (MS-4). */
export function gainWords(card: CardInfo, party: string | null): string {
  const said = words.mudslinger.lobbyGain;
  if (card.kind === 'group') return said.group(card.value);
  return said[card.kind === 'mate' ? 'mate' : 'manager'](numberOf(fieldsOf(card.facts['worth'])[party ?? '']));
}

/** The target of a card: P3 in "play LEAK on P3", OH in "play GERRY on OH". */
export function targetOf(move: MoveInfo): string | null {
  return move.args[1] === 'on' ? (move.args[2] ?? null) : null;
}

/** Whether a card is played against another seat. */
export function isHostile(move: MoveInfo): boolean {
  const seat = seatNumber(targetOf(move));
  return move.verb === 'play' && seat !== null && seat !== move.seat;
}

function thing(token: string, naming: Naming): string {
  const seat = seatNumber(token);
  return seat === null ? itemWords(token, naming.deck) : naming.name(seat);
}

export function moveWords(move: MoveInfo, naming: Naming): string {
  const said = words.mudslinger;
  const [first = '', second = ''] = move.args;
  const target = targetOf(move);
  const card = thing(first, naming);
  const rival = naming.runner && naming.runner.seat !== move.seat ? naming.runner.name : null;
  const forms: Readonly<Record<string, () => string>> = {
    draw: () => said.draw,
    lobby: () => (naming.pile === null ? said.lobbyFor : said.lobby(itemWords(naming.pile, naming.deck))),
    rest: () => said.rest,
    pass: () => said.pass,
    replace: () => said.replace(card),
    keep: () => said.keep,
    accept: () => said.accept,
    decline: () => said.decline,
    withdraw: () => (naming.asking ? said.cancel : said.withdraw),
    poll: () => said.poll,
    run: () => said.run(card),
    party: () => said.join(partyName(first)),
    campaign: () => said.campaign(card),
    spend: () => (rival === null ? said.spendShort(Number(first)) : said.help(rival, Number(first))),
    sling: () => (rival === null ? said.slingShort(Number(first)) : said.slingAt(rival, Number(first))),
    take: () => said.take(card),
    for: () => (naming.deck.has(first) ? said.forCard(card) : said.for_(card)),
    trade: () => said.trade(card),
    play: () => (target === null ? said.play(card) : said.playOn(card, thing(target, naming))),
    give: () => said.give(card, thing(second, naming)),
    offer: () => said.offer(card, thing(second, naming)),
    promise: () => said.promise(card),
  };
  return (forms[move.verb] ?? (() => [move.verb, ...move.args].join(' ')))();
}

/** A use of the selected card. The card's name already stands above it. */
export function useWords(move: MoveInfo, sides: readonly Side[], deck: Naming['deck'], dollars: number): string {
  const target = targetOf(move);
  if (move.verb === 'trade') return words.mudslinger.tradeIt(dollars);
  const seat = seatNumber(target);
  return target === null ? words.mudslinger.playIt : words.mudslinger.playItOn(seat === null ? itemWords(target, deck) : briefName(sides, seat));
}

/** Verbs whose moves are single buttons, in display order. */
const ANSWERS = ['draw', 'lobby', 'rest', 'replace', 'keep', 'accept', 'decline', 'run', 'party', 'take', 'withdraw', 'for', 'pass'];

export function answersIn(moves: readonly MoveInfo[]): MoveInfo[] {
  return moves.filter((move) => ANSWERS.includes(move.verb)).sort((a, b) => ANSWERS.indexOf(a.verb) - ANSWERS.indexOf(b.verb));
}

/** Events of taking a card, and events of using it; both name the card. */
const TAKEN = ['drew', 'lobbied'];
const PLACED = ['placed', 'hired', 'discarded', 'misfit'];

/** Leave out the event of taking a card if the next event names the same card. */
export function worthTelling(events: readonly EventInfo[]): EventInfo[] {
  return events.filter((one, k) => !TAKEN.includes(one.event) || !PLACED.includes(events[k + 1]?.event ?? ''));
}

/** The key of each button, the same at every decision. Keys 1 to 4 are the open states or the answers of a list. */
const KEYS: Readonly<Record<string, string>> = { pass: '0', rest: 'S', decline: '0', keep: '0', withdraw: '0', draw: '5', spend: '5', accept: '5', replace: '5', lobby: '6', sling: '6', poll: 'P' };
/** The keys of the action cards, by position in the hand. */
const CARD_KEYS = [...'789ABCDEFG'];

interface Key {
  'data-key'?: string;
  'data-badge'?: string;
  'aria-keyshortcuts'?: string;
}

/** The key of a button. `number` is the button's position in its list. */
export function keyOf(verb: string, number = 0): Key {
  return keyed(KEYS[verb] ?? String(number + 1));
}

/** The key of an action card by its position in the hand; cards after the tenth have none. */
export function cardKey(place: number): Key {
  const key = CARD_KEYS[place];
  return key === undefined ? {} : keyed(key);
}

/** The attributes for a button's key. A letter is also announced as a shortcut. */
function keyed(key: string): Key {
  return { 'data-key': key, 'data-badge': '', ...(/[A-Z]/.test(key) ? { 'aria-keyshortcuts': key } : {}) };
}

/** Whether a second press of the answer's key by accident would do harm: it skips something or gives it away. */
export function isRash(move: MoveInfo, question: string | null): boolean {
  return ['rest', 'lobby', 'accept'].includes(move.verb) || (move.verb === 'pass' && question === 'again');
}

/** The bids of one kind, smallest first, with the move for each number of dollars. */
export function bidsIn(moves: readonly MoveInfo[], verb: 'spend' | 'sling'): { dollars: number; move: MoveInfo }[] {
  const bids = moves.filter((move) => move.verb === verb).map((move) => ({ dollars: Number(move.args[0]), move }));
  return bids.sort((a, b) => a.dollars - b.dollars);
}

/** The moves of an action card: to play it on each target, and to trade it in. */
export function usesOf(moves: readonly MoveInfo[], kind: string): MoveInfo[] {
  return ['play', 'trade'].flatMap((verb) => moves.filter((move) => move.verb === verb && move.args[0] === kind));
}

/** The moves that give or offer something to a seat. */
export function dealsWith(moves: readonly MoveInfo[], verb: 'give' | 'offer', seat: number): MoveInfo[] {
  return moves.filter((move) => move.verb === verb && seatNumber(move.args[0]) === seat);
}
