/** Format messages in English, as `engine/messages.py` does: templates with facts in place of their slots. */

import type { Fact, MessageInfo } from '../lib/protocol';
import { fieldsOf, textOf } from '../lib/read.ts';

type Texts = Readonly<Record<string, unknown>>;
const SECTIONS = ['terms', 'tasks', 'reasons'];

/** The template of a key: one of the game's words or, if the key has a dot, of the program's. */
function templateOf(key: string, words: Texts, program: Texts, sections: readonly string[]): string | null {
  const found = key.includes('.') ? program[key] : sections.map((section) => fieldsOf(words[section])[key]).find((one) => one !== undefined);
  return textOf(found) ?? textOf(fieldsOf(found)['text']);
}

export function english({ key, facts }: MessageInfo, words: Texts, program: Texts, sections: readonly string[] = SECTIONS): string {
  const nouns = fieldsOf(words['event_words']);
  const noun = (name: string): string | null => textOf(nouns[name]);
  const joined = (parts: string[], last: string): string => (parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')}${last}${parts.at(-1)}`);
  const elements = (name: string, list: readonly Fact[]): string[] => {
    const single = name.replace(/s$/, '');
    const form = noun(single) ?? `${single} {${single}}`;
    return list.map((fact) => (typeof fact === 'number' ? form.replaceAll(`{${single}}`, String(fact)) : value(single, fact)));
  };
  const value = (name: string, fact: Fact, last = ' and '): string => {
    if (fact === null) return noun('nobody') ?? 'nobody';
    if (Array.isArray(fact)) return joined(elements(name, fact as Fact[]), last);
    if (typeof fact === 'object') return english(fact as MessageInfo, words, program);
    return typeof fact === 'string' && name !== 'text' ? (noun(fact) ?? fact) : String(fact);
  };
  const slot = (name: string, comma: string): string => (name in facts ? value(name, facts[name] as Fact, comma ? ', ' : ' and ') : `{${name}}`);
  const template = templateOf(key, words, program, sections);
  if (template === null) {
    const told = Object.entries(facts).filter(([, fact]) => fact !== null).map(([name, fact]) => `${name} ${value(name, fact)}`);
    return told.length > 0 ? `${key}: ${told.join(', ')}.` : `${key}.`;
  }
  const empty = (fact: unknown): boolean => fact === null || fact === undefined || (Array.isArray(fact) && fact.length === 0);
  const wanted = template.replace(/\[([^[\]{]*\{[^[\]]*)\]/g, (_, part: string) => ([...part.matchAll(/\{(\w+),?\}/g)].some(([, name = '']) => empty(facts[name])) ? '' : part));
  const filled = wanted.replace(/\{(\w+)\} \{(\w+)\}|\{(\w+)(,?)\}/g, (_, first: string, second: string, name: string | undefined, comma: string) => {
    if (name !== undefined) return slot(name, comma);
    const [left, right] = [facts[first], facts[second]];
    if (Array.isArray(left) && Array.isArray(right)) return joined([...elements(first, left as Fact[]), ...elements(second, right as Fact[])], ' and ');
    return `${slot(first, '')} ${slot(second, '')}`;
  });
  const unquoted = filled.replace(/\(\s*\)|"\s*"|“\s*”/g, '').split(/\s+/).join(' ').trim();
  return unquoted.replace(/\s+([.,:;!?)])/g, '$1').replace(/[,:;]([.!?])/g, '$1');
}

/** The names of the slots of a template. */
export function slots(template: string): Set<string> {
  return new Set([...template.matchAll(/\{(\w+),?\}/g)].map(([, name = '']) => name));
}
