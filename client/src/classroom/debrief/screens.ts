/** A debrief's screens as they are drawn: the sides of a table, its maps, and which prediction a screen answers. */

import type { ClassDebrief, CountInfo, Prediction, RuleInfo, ScreenInfo, TableDebrief } from '../../lib/protocol';
import { sidesOf, type Side } from '../../lib/sides';
import type { Tile } from '../../map/holdings';
import type { Classes } from '../../words';
import { countOf, ruleIn, ruleKey, sideName, total } from '../debrief';

/** Names of the places and parties, by code. */
export type Places = Readonly<Record<string, string>>;

/** What every part of a screen is given. */
export interface ScreenPart {
  all: ClassDebrief;
  screen: ScreenInfo;
  say: Classes;
  places: Places;
}

export const sidesAt = (table: TableDebrief): Side[] => sidesOf(table.names.map(sideName));

/** The table that a screen shows large: the teacher's choice, else the screen's own, else the first. */
export function tableOf(all: ClassDebrief, screen: ScreenInfo, chosen: number | null): TableDebrief | null {
  const find = (number: number | null): TableDebrief | undefined => all.tables.find((table) => table.number === number);
  return find(chosen) ?? find(screen.table) ?? all.tables[0] ?? null;
}

export const ruleOf = (all: ClassDebrief, screen: ScreenInfo): RuleInfo | null => (screen.rule === null ? null : (all.rules[screen.rule] ?? null));

const largest = (numbers: Readonly<Record<string, number>>): number => Math.max(1, ...Object.values(numbers));
const named = (places: Places, code: string): string => places[code] ?? code;

/** Each state as large as what it counts, in its holder's colour. */
export function weighed(held: Readonly<Record<string, number | null>>, weights: Readonly<Record<string, number>>, places: Places, language: string): Tile[] {
  const most = largest(weights);
  return Object.entries(held).map(([code, side]) => {
    const weight = weights[code] ?? 0;
    return { code, name: named(places, code), size: weight / most, parts: side === null ? [] : [{ ink: side, share: 1 }], text: total(weight, language) };
  });
}

/** Each state divided among the sides: by a rule that divides its electors as large as them, else all alike. */
function divided(count: CountInfo, weights: Readonly<Record<string, number>>, places: Places): Tile[] {
  const byVotes = count.key === 'debrief.proportional';
  const most = largest(weights);
  return Object.entries(count.parts).map(([code, parts]) => ({
    code,
    name: named(places, code),
    size: byVotes ? (weights[code] ?? 0) / most : 1,
    parts: parts.flatMap((share, ink) => (share > 0 ? [{ ink, share }] : [])),
    text: byVotes ? String(weights[code] ?? '') : '',
  }));
}

/** A table's map by a rule; states that would turn it are pointed out. */
export function mapBy(table: TableDebrief, rule: RuleInfo, places: Places, language: string): Tile[] {
  const count = countOf(table, ruleKey(rule));
  if (count && Object.keys(count.parts).length > 0) return divided(count, table.played.weights, places);
  return weighed(table.held, rule.weights, places, language);
}

export const mapAsPlayed = (table: TableDebrief, places: Places, language: string): Tile[] => weighed(table.held, table.played.weights, places, language);

/** Who comes first, in words; nobody, or several. */
export function winnersOf(table: TableDebrief, count: CountInfo | undefined, say: Classes): string {
  const names = (count?.winners ?? []).map((side) => sideName(table.names[side] ?? []));
  return names.length === 0 ? say.debrief.nobody : names.join(', ');
}

/** The kind of screen that answers each of the lesson sheet's predictions of a game, in their order. */
const ANSWERED: Readonly<Record<string, readonly ScreenInfo['kind'][]>> = {
  combat: ['result', 'result'],
  president: ['states', 'round'],
  politics: ['networks', 'networks'],
  mudslinger: ['money', 'result'],
};

/** The predictions that a screen answers; those that no screen is known to answer stand on the first. asked: the sheet's questions. */
export function predictionsFor(all: ClassDebrief, screen: ScreenInfo, asked: readonly string[]): Prediction[] {
  const kinds = all.screens.map((one) => one.kind);
  const first = all.screens.find((one) => one.kind === screen.kind) === screen;
  if (!first) return [];
  return all.predictions.filter((one) => {
    const kind = ANSWERED[all.game]?.[asked.indexOf(one.text)];
    return (kind !== undefined && kinds.includes(kind) ? kind : 'result') === screen.kind;
  });
}

const fact = (screen: ScreenInfo, name: string): number => Number(screen.facts[name] ?? 0);

/** What a screen says in one sentence. */
export function headline({ all, screen, say, places }: ScreenPart, table: TableDebrief | null): string {
  const told = say.screens.headline;
  const tables = fact(screen, 'tables');
  const state = named(places, String(screen.facts['state'] ?? ''));
  switch (screen.kind) {
    case 'result': return told.result(fact(screen, 'fewer'), tables);
    case 'winners': return told.winners(state, fact(screen, 'won'), tables);
    case 'round': return roundLine(screen, say, table);
    case 'people':
    case 'rule': {
      const rule = ruleOf(all, screen);
      return told.rule(rule ? ruleIn(rule).name : '', fact(screen, 'others'), fact(screen, 'undecided'), tables);
    }
    case 'weeks': return told.weeks(fact(screen, 'met'), fact(screen, 'weeks'));
    case 'states': {
      const least = String(screen.facts['least'] ?? '').split(' ').map((code) => named(places, code));
      return told.states(named(places, String(screen.facts['most'] ?? '')), fact(screen, 'chosen'), least, fact(screen, 'empty') > 0);
    }
    case 'together': return told.together(state, fact(screen, 'together'));
    case 'networks': return told.networks;
    case 'money': return told.money(fact(screen, 'dollars'), fact(screen, 'mud'));
    case 'parties': return partyLine(screen, say, places);
    case 'all': return told.all;
  }
}

/** The count that a table shows on a screen of counts: its last one where it has fewer. */
export function roundOf(table: TableDebrief, screen: ScreenInfo): number {
  return Math.min(screen.count ?? 1, table.rounds.length);
}

/** The side elected by a count, or -1. */
export function elected(table: TableDebrief, count: number): number {
  return table.rounds[count - 1]?.totals.findIndex((votes) => votes >= table.needed) ?? -1;
}

function roundLine(screen: ScreenInfo, say: Classes, table: TableDebrief | null): string {
  if (!table) return '';
  const count = roundOf(table, screen);
  const side = elected(table, count);
  if (side < 0) return say.screens.headline.noMajority(count, table.needed);
  return say.screens.headline.elected(count, sideName(table.names[side] ?? []), table.rounds[count - 1]?.totals[side] ?? 0, table.needed);
}

export const partyName = (code: string, say: Classes, places: Places): string => say.screens.parties[code] ?? named(places, code);

function partyLine(screen: ScreenInfo, say: Classes, places: Places): string {
  const { tables = 0, ...won } = screen.facts;
  const ordered = Object.entries(won).sort((a, b) => Number(b[1]) - Number(a[1]));
  return say.screens.headline.parties(ordered.map(([code, count]) => [partyName(code, say, places), Number(count)]), Number(tables));
}

/** The question that a screen asks. */
export function question({ all, screen, say }: ScreenPart, table: TableDebrief | null): string {
  const ask = say.screens.ask;
  if (screen.kind === 'rule') {
    const rule = ruleOf(all, screen);
    return rule ? ruleIn(rule).question : '';
  }
  if (screen.kind === 'result') return fact(screen, 'fewer') > 0 ? ask.fewer : ask.result;
  if (screen.kind !== 'round') return ask[screen.kind];
  const count = table ? roundOf(table, screen) : 1;
  if (table && elected(table, count) >= 0) return count === 1 ? ask.atOnce : ask.elected;
  return count === 1 ? ask.noMajority : ask.inherited;
}

/** The short name of a screen, for the teacher's list. */
export function titleOf({ all, screen, say }: Omit<ScreenPart, 'places'>): string {
  if (screen.kind === 'round') return say.screens.count(screen.count ?? 1);
  if (screen.kind !== 'rule' && screen.kind !== 'people') return say.screens.titles[screen.kind];
  const rule = ruleOf(all, screen);
  return rule ? ruleIn(rule).name : '';
}
