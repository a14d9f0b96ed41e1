/** A debrief's screens as they are drawn: the sides of a table, its maps, and which prediction a screen answers. */

import type { ClassDebrief, CountInfo, Prediction, RuleInfo, ScreenInfo, TableDebrief } from '../../lib/protocol';
import { sidesOf, type Side } from '../../lib/sides';
import type { Tile } from '../../map/holdings';
import type { Classes } from '../../words';
import { countOf, ofElections, ruleIn, ruleKey, sideName, total } from '../debrief';

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

/** The sides that come first: all if a sum is level, none if the rule elects nobody. */
export function firstBy(count: CountInfo): number[] {
  const ranks = Object.keys(count.parts).length > 0;
  return count.winners.length === 0 && !ranks ? count.totals.map((_, side) => side) : count.winners;
}

/** Who comes first, in words; nobody, or several. */
export function winnersOf(table: TableDebrief, count: CountInfo | undefined, say: Classes): string {
  const names = count ? firstBy(count).map((side) => sideName(table.names[side] ?? [])) : [];
  if (names.length === 0) return say.debrief.nobody;
  return names.length === 1 ? names.join('') : `${say.screens.outcomes.level}: ${names.join(' = ')}`;
}

/** The rules of the last grid: all but those of other elections that had no screen. */
export function rulesShown(all: ClassDebrief): RuleInfo[] {
  const shown = new Set(all.screens.map((one) => one.rule));
  return all.rules.filter((rule, place) => !ofElections(rule) || shown.has(place));
}

/** Whether the winners that all rules are compared with only lead the first of several counts. */
export const firstCount = (all: ClassDebrief): boolean => all.tables.some((table) => table.played.key === 'debrief.first_count');

export const MOST_STATES = 11;
export const MOST_DEAR = 8;
/** No inks of two sides; the customary blue and red as far as there are. */
export const PARTY_INK: Readonly<Record<string, number>> = { R: 3, D: 4 };

/** The first of a list by their values, not more than so many, without some of those that are level; and how many are left out, with the most that one of them has. */
export function topOf<T>(list: readonly T[], value: (one: T) => number, most: number): { shown: T[]; left: number; next: number } {
  const sorted = [...list].sort((a, b) => value(b) - value(a));
  const after = sorted[most];
  const above = after === undefined ? sorted : sorted.filter((one) => value(one) > value(after)).slice(0, most);
  const shown = above.length > 0 ? above : sorted.slice(0, most);
  const next = sorted[shown.length];
  return { shown, left: sorted.length - shown.length, next: next === undefined ? 0 : value(next) };
}

/** The kind of screen that answers each of the lesson sheet's predictions of a game, in their order. */
const ANSWERED: Readonly<Record<string, readonly ScreenInfo['kind'][]>> = {
  combat: ['result', 'result'],
  president: ['states', 'round'],
  politics: ['networks', 'result'],
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

/** The right answers to a prediction of the lesson sheet, by what the tables did; none if the screens do not tell. */
export function rightOf(all: ClassDebrief, prediction: Prediction, asked: readonly string[]): number[] {
  const facts = (kind: ScreenInfo['kind'], name: string): number => {
    const found = all.screens.find((one) => one.kind === kind);
    return found ? fact(found, name) : 0;
  };
  const larger = (one: number, other: number): number[] => [one > other ? 0 : other > one ? 1 : 2];
  const tables = all.tables.length;
  const often = (won: number): number[] => [won > HALF.most * tables ? 0 : won < HALF.least * tables ? 2 : 1];
  switch (`${all.game} ${asked.indexOf(prediction.text)}`) {
    case 'combat 0': {
      const needed = fewestStates(Object.values(all.tables[0]?.played.weights ?? {}));
      return [[10, 16, 26].filter((least) => needed >= least).length];
    }
    case 'combat 1':
    case 'politics 1':
    case 'mudslinger 1': return often(facts('result', 'more'));
    case 'politics 0': return often(facts('networks', 'larger'));
    case 'president 0': {
      const most = String(all.screens.find((one) => one.kind === 'states')?.facts['most'] ?? '').split(' ').filter(Boolean);
      return [...new Set(most.map((state) => (ASKED_STATES.includes(state) ? ASKED_STATES.indexOf(state) : ASKED_STATES.length)))];
    }
    case 'president 1': {
      const atOnce = all.tables.filter((table) => elected(table, 1) >= 0).length;
      return [atOnce === 0 ? 2 : atOnce * 2 > tables ? 0 : 1];
    }
    case 'mudslinger 0': return larger(facts('money', 'popularity_won'), facts('money', 'mud_won'));
    default: return [];
  }
}

/** "About half" of the tables. */
const HALF = { least: 0.4, most: 0.6 };
const ASKED_STATES = ['FL', 'PA', 'OH'];

/** The smallest number of states with a majority of all votes. */
function fewestStates(votes: readonly number[]): number {
  let missing = votes.reduce((sum, one) => sum + one, 0) / 2;
  const taken = [...votes].sort((a, b) => b - a).findIndex((one) => (missing -= one) < 0);
  return taken + 1;
}

const fact = (screen: ScreenInfo, name: string): number => Number(screen.facts[name] ?? 0);

/** What a screen says in one sentence. */
export function headline({ all, screen, say, places }: ScreenPart, table: TableDebrief | null): string {
  const told = say.screens.headline;
  const tables = fact(screen, 'tables');
  const states = (name: string): string[] => String(screen.facts[name] ?? '').split(' ').map((code) => named(places, code));
  switch (screen.kind) {
    case 'result': return told.result(fact(screen, 'fewer'), tables, firstCount(all));
    case 'winners': return told.winners(states('state'), fact(screen, 'won'), tables, firstCount(all));
    case 'round': return roundLine(screen, say, table);
    case 'people':
    case 'rule': {
      const rule = ruleOf(all, screen);
      return told.rule(rule ? ruleIn(rule).name : '', fact(screen, 'others'), fact(screen, 'level'), fact(screen, 'nobody'), tables);
    }
    case 'weeks': return told.weeks(fact(screen, 'met'), fact(screen, 'weeks'));
    case 'states': return told.states(states('most'), fact(screen, 'chosen'), states('least'), fact(screen, 'fewest'));
    case 'together': return told.together(states('state'), fact(screen, 'together'));
    case 'networks': return told.networks;
    case 'money': return told.money(fact(screen, 'popularity_won'), fact(screen, 'mud_won'), tables);
    case 'parties': return partyLine(screen, say, places);
    case 'all': return told.all;
  }
}

/** What stands under the sentence of a screen on the projector. */
export function note({ all, screen, say }: ScreenPart, table: TableDebrief | null): string {
  const told = say.screens.headline;
  const tables = fact(screen, 'tables');
  switch (screen.kind) {
    case 'result': {
      const again = all.tables.filter((one) => one.others.some((count) => count.key === 'debrief.elimination' && count.changed));
      return firstCount(all) ? told.turned(again.map((one) => one.number)) : '';
    }
    case 'round': return table && roundOf(table, screen) > 0 ? told.decided(fact(screen, 'decided'), tables) : '';
    case 'people': return told.percent;
    case 'networks': return told.larger(fact(screen, 'larger'), tables);
    case 'money': return told.spent(fact(screen, 'dollars'), fact(screen, 'mud'));
    default: return '';
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
  return say.screens.headline.elected(count, sideName(table.names[side] ?? []), table.rounds[count - 1]?.totals[side] ?? 0, table.needed, (table.names[side] ?? []).length > 1);
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
