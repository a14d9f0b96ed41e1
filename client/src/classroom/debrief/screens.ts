/** The content of a debrief's screens: the sides of a table, its maps and sentences, and the results of predictions. */

import type { ClassDebrief, CountInfo, Prediction, RuleInfo, ScreenInfo, TableDebrief } from '../../lib/protocol';
import { sidesAt as marksAt, type Side } from '../../lib/sides';
import type { Tile } from '../../map/holdings';
import { words, type Classes } from '../../words';
import type { Decided } from '../../words/entries';
import { countOf, ofElections, ruleIn, ruleKey, sideName, total } from '../debrief';

/** Names of states and parties, by code. */
export type Places = Readonly<Record<string, string>>;

/** The props of each part of a screen. */
export interface ScreenPart {
  all: ClassDebrief;
  screen: ScreenInfo;
  say: Classes;
  places: Places;
}

/** The sides of a table with their marks. */
export const sidesAt = (table: TableDebrief): Side[] => marksAt({ seats: table.names.map((names) => ({ name: sideName(names) })), sides: table.names.map((_, side) => [side]), parties: table.parties });

/** The table that a screen shows large: the teacher's choice, else the screen's own, else the first. */
export function tableOf(all: ClassDebrief, screen: ScreenInfo, chosen: number | null): TableDebrief | null {
  const find = (number: number | null): TableDebrief | undefined => all.tables.find((table) => table.number === number);
  return find(chosen) ?? find(screen.table) ?? all.tables[0] ?? null;
}

export const ruleOf = (all: ClassDebrief, screen: ScreenInfo): RuleInfo | null => (screen.rule === null ? null : (all.rules[screen.rule] ?? null));

const largest = (numbers: Readonly<Record<string, number>>): number => Math.max(1, ...Object.values(numbers));
const list = (names: readonly string[]): string => words.log.list([...names]);
const named = (places: Places, code: string): string => places[code] ?? code;

/** The tiles of a map: each state has the size of its votes and the colour of its holder. */
export function weighed(held: Readonly<Record<string, number | null>>, weights: Readonly<Record<string, number>>, places: Places, language: string): Tile[] {
  const most = largest(weights);
  return Object.entries(held).map(([code, side]) => {
    const weight = weights[code] ?? 0;
    return { code, name: named(places, code), size: weight / most, parts: side === null ? [] : [{ ink: side, share: 1 }], text: total(weight, language) };
  });
}

/**
 * The tiles of a map that divides each state among the sides; sized by electors if the rule divides electors, else all
 * of one size.
 */
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

/** A table's map by a rule. */
export function mapBy(table: TableDebrief, rule: RuleInfo, places: Places, language: string): Tile[] {
  const count = countOf(table, ruleKey(rule));
  if (count && Object.keys(count.parts).length > 0) return divided(count, table.played.weights, places);
  return weighed(table.held, rule.weights, places, language);
}

export const mapAsPlayed = (table: TableDebrief, places: Places, language: string): Tile[] => weighed(table.held, table.played.weights, places, language);

/** The map of the count that decided the game. */
export function mapAtEnd(table: TableDebrief, places: Places, language: string): Tile[] {
  const last = table.rounds.at(-1);
  return last ? weighed(Object.fromEntries(Object.keys(table.held).map((code) => [code, last.held[code] ?? null])), table.played.weights, places, language) : mapAsPlayed(table, places, language);
}

/** The sides that win a count: all if the totals are tied, none if the rule elects nobody. */
export function firstBy(count: CountInfo): number[] {
  const ranks = Object.keys(count.parts).length > 0;
  return count.winners.length === 0 && !ranks ? count.totals.map((_, side) => side) : count.winners;
}

/** The winners of a count in words: one name, several, or "nobody". */
export function winnersOf(table: TableDebrief, count: CountInfo | undefined, say: Classes): string {
  const names = count ? firstBy(count).map((side) => sideName(table.names[side] ?? [])) : [];
  if (names.length === 0) return say.debrief.nobody;
  return names.length === 1 ? names.join('') : `${say.screens.outcomes.level}: ${names.join(' = ')}`;
}

/** The count that decided the game: the last of several, or the only one. */
export const lastCount = (table: TableDebrief): CountInfo => table.others.find((one) => one.key === 'debrief.elimination') ?? table.played;

export const MOST_DEAR = 8;

/**
 * The items with the largest values, at most `most`; equal items are all included or all left out. left: the number
 * left out; next: their largest value.
 */
export function topOf<T>(list: readonly T[], value: (one: T) => number, most: number): { shown: T[]; left: number; next: number } {
  const sorted = [...list].sort((a, b) => value(b) - value(a));
  const after = sorted[most];
  const above = after === undefined ? sorted : sorted.filter((one) => value(one) > value(after)).slice(0, most);
  const shown = above.length > 0 ? above : sorted.slice(0, most);
  const next = sorted[shown.length];
  return { shown, left: sorted.length - shown.length, next: next === undefined ? 0 : value(next) };
}

/** The indices of the right answers to a prediction, by the tables' results; empty if the screens do not show them. */
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
      const most = String(all.screens.find((one) => one.kind === 'campaigns')?.facts['most'] ?? '').split(' ').filter(Boolean);
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

/** The shares of tables that count as "about half". */
const HALF = { least: 0.4, most: 0.6 };
const ASKED_STATES = ['FL', 'PA', 'OH'];

/** The smallest number of states that together have a majority of all votes. */
function fewestStates(votes: readonly number[]): number {
  let missing = votes.reduce((sum, one) => sum + one, 0) / 2;
  const taken = [...votes].sort((a, b) => b - a).findIndex((one) => (missing -= one) < 0);
  return taken + 1;
}

const fact = (screen: ScreenInfo, name: string): number => Number(screen.facts[name] ?? 0);
const place = (screen: ScreenInfo, name: string, places: Places): string => named(places, String(screen.facts[name] ?? ''));
const nameOf = (table: TableDebrief, sides: readonly number[]): string => list(sides.map((side) => sideName(table.names[side] ?? [])));

/** The headline of a screen. asked: the questions of the lesson sheet. */
export function headline({ all, screen, say, places }: ScreenPart, asked: readonly string[] = []): string {
  const told = say.screens.headline;
  const tables = fact(screen, 'tables');
  switch (screen.kind) {
    case 'result': return fact(screen, 'counted') > 0 ? told.atOnce(fact(screen, 'at_once'), tables) : told.fewer(fact(screen, 'fewer'), tables);
    case 'people':
    case 'national':
    case 'rule': {
      const rule = ruleOf(all, screen);
      return told.rule(rule ? ruleIn(rule).name : '', fact(screen, 'others'), tables);
    }
    case 'campaigns': return told.campaigns(place(screen, 'early', places), place(screen, 'late', places));
    case 'money': return told.money(fact(screen, 'popularity_won'), fact(screen, 'mud_won'), tables, fact(screen, 'mud') > 0);
    case 'expected': {
      const [first] = all.predictions;
      const most = first ? first.bars.indexOf(Math.max(...first.bars)) : -1;
      const alone = first?.bars.filter((count) => count === first.bars[most]).length === 1;
      const right = first ? rightOf(all, first, asked) : [];
      return right.length === 0 || !alone ? told.answers : told.expected(first?.answers[most] ?? '', right.includes(most));
    }
    case 'game': return told.game(decides(screen));
    case 'law': return fact(screen, 'undecided') > 0 ? told.law : told.lawElects(fact(screen, 'elect'));
    case 'networks': return told.networks;
    case 'remember': return told.remember;
  }
}

/** A note beside the question: a caution, or the meaning of the numbers. */
export function note({ all, screen, say }: ScreenPart): string {
  const told = say.screens.note;
  switch (screen.kind) {
    case 'law':
    case 'national':
    case 'people':
    case 'rule': return told.caution;
    case 'campaigns': return told.pyramids(fact(screen, 'efforts'));
    case 'money': return told.spent(fact(screen, 'dollars'), fact(screen, 'mud'));
    case 'expected': return told.answers(Math.max(0, ...all.predictions.map((one) => one.bars.reduce((sum, count) => sum + count, 0))));
    case 'remember': return told.remember;
    case 'networks': return told.larger(fact(screen, 'larger'), fact(screen, 'tables'));
    default: return '';
  }
}

/** The question of a screen, for the class to discuss. */
export function question({ all, screen, say, places }: ScreenPart, table: TableDebrief | null): string {
  const ask = say.screens.ask;
  switch (screen.kind) {
    case 'rule': {
      const rule = ruleOf(all, screen);
      return rule ? ruleIn(rule).question : '';
    }
    case 'result': return fact(screen, 'counted') > 0 ? ask.atOnce : fact(screen, 'fewer') > 0 ? ask.fewer : ask.result;
    case 'game': return ask.game[decides(screen).by](fact(screen, 'needed'));
    case 'law': {
      const [least, most] = extremes(table);
      return ask.law(named(places, least), named(places, most));
    }
    case 'campaigns': return ask.campaigns(place(screen, 'late', places));
    case 'money': return fact(screen, 'mud') > 0 ? ask.money : ask.noMud;
    default: return ask[screen.kind];
  }
}

/** The short name of a screen. */
export function titleOf({ all, screen, say }: Omit<ScreenPart, 'places'>): string {
  if (screen.kind !== 'rule') return say.screens.titles[screen.kind];
  const rule = ruleOf(all, screen);
  return rule ? ruleIn(rule).name : '';
}

/** The states with the fewest and with the most electors. */
function extremes(table: TableDebrief | null): [string, string] {
  const sorted = Object.entries(table?.played.weights ?? {}).sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  return [sorted[0]?.[0] ?? '', sorted.at(-1)?.[0] ?? ''];
}

/**
 * The names of rules that change no table's winner, without rules of other elections and rules with a screen of their
 * own.
 */
export function quietRules(all: ClassDebrief): string[] {
  const shown = new Set(all.screens.map((one) => one.rule));
  return all.rules.filter((rule, k) => rule.turned.length === 0 && !ofElections(rule) && rule.key !== 'debrief.elimination' && !shown.has(k)).map((rule) => ruleIn(rule).name);
}

/** Whether no screen can count the people's votes: the game has no ballots, and there is no census of its time. */
export const uncounted = (all: ClassDebrief): boolean => !all.screens.some((one) => one.kind === 'national' || one.kind === 'people');

export function decides(screen: ScreenInfo): Decided {
  const [needed, short] = [fact(screen, 'needed'), fact(screen, 'short')];
  const by = fact(screen, 'counts') > 1 ? 'counts' : fact(screen, 'fewest') > 0 ? 'fewest' : needed === 0 ? 'most' : short > 0 ? 'lead' : 'majority';
  return { by, needed, short, votes: fact(screen, 'electors'), tables: fact(screen, 'tables') };
}

/** Why a table's winner won, by the game's rule, in words. */
export function howDecided(table: TableDebrief, say: Classes): string {
  const { played, needed, majority, stopped } = table;
  const told = say.screens.decided;
  const [winner] = played.winners;
  if (winner === undefined || played.winners.length > 1) return told.level;
  const [name, votes] = [nameOf(table, [winner]), played.totals[winner] ?? 0];
  if (needed > 0 && votes >= needed) return told.majority(name, votes, needed);
  if (votes < Math.max(...played.totals)) return told.fewest(name, votes);
  return [told.lead(name, votes, (table.names[winner] ?? []).length > 1), stopped ? told.stopped(needed) : told.most(majority)].join(' ');
}

/** The side with a majority at the first of several counts, or -1. */
export const electedAtOnce = ({ played, majority }: TableDebrief): number => played.totals.findIndex((votes) => votes >= majority);

/** The side that a count elects, or -1. */
export function elected(table: TableDebrief, count: number): number {
  return table.rounds[count - 1]?.totals.findIndex((votes) => votes >= table.needed) ?? -1;
}

const MOST_COUNTS = 3;

/** The numbers of the counts that fit side by side: the first ones and the last. */
export function countsShown(table: TableDebrief): number[] {
  const numbers = table.rounds.map((_, k) => k + 1);
  return numbers.length <= MOST_COUNTS ? numbers : [...numbers.slice(0, MOST_COUNTS - 1), numbers.length];
}

/** A line below a count: whose states moved, and who drops out or wins. */
export function whatHappened(table: TableDebrief, number: number, say: Classes, places: Places): string {
  const told = say.screens.counts;
  const [round, before] = [table.rounds[number - 1], table.rounds[number - 2]];
  const moved = new Map<number, string[]>();
  for (const [code, side] of Object.entries(round?.held ?? {})) {
    if (before && before.held[code] !== side) moved.set(side, [...(moved.get(side) ?? []), named(places, code)]);
  }
  const lines = [...moved].map(([side, states]) => told.moved(states, nameOf(table, [side])));
  const first = elected(table, number);
  if (first >= 0) lines.push(told.wins(nameOf(table, [first]), round?.totals[first] ?? 0));
  else if (number === 1) lines.push(told.nobody(table.needed));
  if (first < 0 && round && round.leaving.length > 0) lines.push(told.leaves(nameOf(table, round.leaving), round.leaving.length));
  return lines.join(' ');
}

/** The result of the House's vote at a table, in words. needed: a majority of its states. */
export function houseLine(table: TableDebrief, count: CountInfo | undefined, needed: number, say: Classes): string {
  const told = say.screens.law;
  const chosen = nameOf(table, count?.winners ?? []);
  const first = electedAtOnce(table);
  if (first >= 0) return `${told.notAsked(nameOf(table, [first]), (table.names[first] ?? []).length > 1)} ${chosen ? told.ifAsked(chosen) : told.ifAskedAgain(needed)}`;
  if (!chosen) return told.again(needed);
  return count?.outcome === 'same' ? told.same(chosen) : told.other(chosen, nameOf(table, lastCount(table).winners));
}

/** Why few states vote in the House at a table: the game was stopped before enough states were held. Otherwise "". */
export function houseStopped(table: TableDebrief, count: CountInfo | undefined, screen: ScreenInfo, say: Classes): string {
  const held = (count?.totals ?? []).reduce((sum, one) => sum + one, 0);
  return table.stopped && held < fact(screen, 'needed') ? say.screens.law.stopped(held, fact(screen, 'states')) : '';
}

/** The House's results at the other tables, one sentence for each kind of result. */
export function houseOthers(all: ClassDebrief, screen: ScreenInfo, shown: TableDebrief, say: Classes): string {
  const rule = ruleOf(all, screen);
  const open = all.tables.filter((table) => table !== shown && electedAtOnce(table) < 0);
  if (rule && fact(screen, 'undecided') === 0) return say.screens.law.ifAskedAt(rule.turned.length, all.tables.length);
  const kinds = { other: [] as number[], same: [] as number[], nobody: [] as number[] };
  for (const table of open) {
    const count = rule ? countOf(table, ruleKey(rule)) : undefined;
    kinds[!count || count.winners.length === 0 ? 'nobody' : count.outcome === 'same' ? 'same' : 'other'].push(table.number);
  }
  return (['other', 'same', 'nobody'] as const).flatMap((kind) => (kinds[kind].length > 0 ? [say.screens.law.others[kind](kinds[kind], fact(screen, 'needed'))] : [])).join(' ');
}

export interface Grid {
  weeks: number[];
  rows: { state: string; electors: number; cells: number[]; sum: number }[];
  /** The largest number in any cell. */
  most: number;
}

/** Count the efforts of all tables in each state and week; the state with the most comes first. */
export function grid(tables: readonly TableDebrief[]): Grid {
  const efforts = tables.flatMap((table) => table.efforts);
  const weeks = Array.from({ length: Math.max(0, ...efforts.map((one) => one.step)) }, (_, k) => k + 1);
  const weights = tables[0]?.played.weights ?? {};
  const rows = Object.entries(weights).map(([state, electors]) => {
    const cells = weeks.map((week) => efforts.filter((one) => one.state === state && one.step === week).length);
    return { state, electors, cells, sum: cells.reduce((sum, one) => sum + one, 0) };
  });
  rows.sort((a, b) => b.sum - a.sum || b.electors - a.electors);
  return { weeks, rows, most: Math.max(1, ...rows.flatMap((row) => row.cells)) };
}
