/**
 * A debrief's texts in the language shown. The server sends English texts, which are used if a translation is missing.
 */

import type { ClassDebrief, RuleInfo, TableDebrief } from '../lib/protocol';
import { debriefWords, type RuleWords } from '../words';

type Rule = Pick<RuleInfo, 'key' | 'facts' | 'name' | 'text' | 'question'>;

/** The name, the explanation and the question of a rule. */
export function ruleIn(rule: Rule, own: Readonly<Record<string, RuleWords>> = debriefWords()): Required<RuleWords> {
  const words = own[rule.key];
  const filled = (text: string | undefined, english: string): string =>
    text === undefined ? english : text.replace(/\{(\w+)\}/g, (hole, name: string) => String(rule.facts[name] ?? hole));
  return { name: filled(words?.name, rule.name), text: filled(words?.text, rule.text), question: filled(words?.question, rule.question) };
}

export const cautionIn = (all: ClassDebrief): string => debriefWords()['debrief.caution']?.text ?? all.caution;

/** The key of a count: equal for two counts by the same rule with the same facts. */
export const ruleKey = (rule: Pick<Rule, 'key' | 'facts'>): string => `${rule.key} ${JSON.stringify(rule.facts)}`;

export const countOf = (table: TableDebrief, key: string): TableDebrief['played'] | undefined => table.others.find((one) => ruleKey(one) === key);

/**
 * Whether a rule only replaces the votes by those of other elections. There are many such rules; pages list them
 * together at the end.
 */
export const ofElections = (rule: Pick<Rule, 'key'>): boolean => rule.key === 'debrief.apportionment';

export function parted<T extends Pick<Rule, 'key'>>(rules: readonly T[]): { single: T[]; elections: T[] } {
  return { single: rules.filter((rule) => !ofElections(rule)), elections: rules.filter(ofElections) };
}

/** The most states that count as "few". */
export const FEW = 3;

export const sideName = (names: readonly string[]): string => names.join(' & ');

/** Format a total: electors to one decimal, people in millions. */
export function total(value: number, language: string): string {
  const large = value >= 100_000;
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1, notation: large ? 'compact' : 'standard' }).format(value);
}

/** Parse a span of elections: "2012-20" is [2012, 2020], a single year is that year twice; null for anything else. */
export function spanOf(elections: string): [number, number] | null {
  const [first = '', last = first] = elections.split('-');
  if (!/^\d{4}$/.test(first) || !/^\d{2,4}$/.test(last)) return null;
  return [Number(first), Number(last.length === 2 ? first.slice(0, 2) + last : last)];
}
