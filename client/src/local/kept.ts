/** New rooms of the client without a server. */

import type { Chair, Kept } from '../lib/keptRoom.ts';
import type { CharacterData, MakeRoom } from '../lib/protocol';

export const randomKey = (): bigint => crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;

type Terms = Kept['terms'];

export function newRoom(code: string, wish: MakeRoom, usual: Terms, levels: readonly { name: string; title: string }[], characters: readonly CharacterData[]): Kept {
  const terms = { ...usual, autoplay: !wish.lesson, ...Object.fromEntries(Object.entries(wish.terms ?? {}).filter(([, value]) => value !== null)) };
  const kept = { ...keptRoom(code, wish.game, wish.options ?? {}, seated(wish, levels, characters), terms), lesson: wish.lesson ?? false, first: wish.first ?? false };
  return wish.dealt == null ? kept : { ...kept, key: keyOf(wish.dealt) ?? kept.key };
}

/** The deal of a finished game that one person played against bots, with which it can be played again: "3_1234567890". */
export function dealtIn(kept: Kept, rules: string): string | null {
  const own = kept.ballot === undefined && kept.terms.series !== 'duel' && !(kept.lesson || kept.given || kept.puzzle);
  return own && kept.chairs.filter((chair) => chair.kind !== 'bot').length === 1 ? `${rules}_${kept.key}` : null;
}

/** The key of such a deal; null if it is malformed. */
const keyOf = (dealt: string): string | null => /^[^_]+_(\d{1,20})$/.exec(dealt)?.[1] ?? null;

/** A room before its first game. */
export function keptRoom(code: string, game: string, options: Record<string, string>, chairs: Chair[], usual: Terms): Kept {
  const none = chairs.map(() => 0);
  const terms = { ...usual, reactions: false }; // nobody else would see a reaction
  return { code, game, options, chairs, terms, key: String(randomKey()), log: [], marks: [], lesson: false, number: 1, round: 0, shares: none, hints: none, lead: null, again: false };
}

function seated(wish: MakeRoom, levels: readonly { name: string; title: string }[], characters: readonly CharacterData[]): Chair[] {
  const used = new Set<string>();
  return wish.seats.map((seat, number): Chair => {
    if (seat.kind !== 'bot') return { number, kind: seat.kind === 'device' ? 'device' : 'person', name: seat.kind === 'device' ? seat.name : wish.name, level: null, character: null };
    const free = characters.filter((one) => one.level === seat.level && !used.has(one.key));
    const who = free.find((one) => one.key === seat.character) ?? free[Number(randomKey() % BigInt(Math.max(1, free.length)))];
    if (who) used.add(who.key);
    return { number, kind: 'bot', name: who?.name ?? levels.find((one) => one.name === seat.level)?.title ?? seat.level, level: seat.level, character: who?.key ?? null };
  });
}
