import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EventInfo } from '../src/lib/protocol';
import { toYou } from '../src/words/en/you';
import { combat } from '../src/words/es/games/combat';
import { mudslinger } from '../src/words/es/games/mudslinger';
import { politics } from '../src/words/es/games/politics';
import { president } from '../src/words/es/games/president';
import { toYou as enTu } from '../src/words/es/you';
import { sentence, textsIn, type Naming } from '../src/words/render';

const SPANISH = { combat, mudslinger, politics, president };
const english = (game: string): Record<string, string> =>
  textsIn((JSON.parse(readFileSync(new URL(`../../src/hustings/games/${game}/words.en.json`, import.meta.url), 'utf8')) as Record<string, unknown>)['events']);
const templates = Object.keys(SPANISH).flatMap((game) => Object.values(english(game)));

describe('the log', () => {
  const naming: Naming = { seat: (seat) => (seat === null ? 'nobody' : (['Ann', 'Bo'][seat] ?? '?')), cards: new Map(), you: 0 };
  const say = (event: string, seat: number, args: Record<string, unknown>, you: number | null = 0): string =>
    sentence({ entry: 1, event, seat, args } as EventInfo, english('mudslinger'), { ...naming, you });

  it('says "you" to the viewer, as the one who acts or is acted on', () => {
    expect(say('took_money', 0, { target: 'P2', dollars: 3 })).toBe('You take $3 from Bo.');
    expect(say('took_money', 1, { target: 'P1', dollars: 3 })).toBe('Bo takes $3 from you.');
    expect(say('turn', 0, { turn: 2, income: 3, money: 5 })).toBe('Turn 2: you get $3 and have $5.');
    expect(say('took_money', 0, { target: 'P2', dollars: 3 }, null)).toBe('Ann takes $3 from Bo.');
    expect(say('promised', 1, { target: 'P1', text: 'P1 wins' })).toBe('Bo promises you: "P1 wins"');
  });
});

describe('the result', () => {
  const results = textsIn((JSON.parse(readFileSync(new URL('../../src/hustings/games/mudslinger/words.en.json', import.meta.url), 'utf8')) as Record<string, unknown>)['results']);
  const end = (event: string, winner: string[]): string =>
    sentence({ entry: 0, event, seat: null, args: { winner, points: 113, states: 9 } } as unknown as EventInfo, results, { seat: (seat) => ['Ann', 'Bo'][seat ?? 0] ?? '?', cards: new Map(), you: 0 });

  it('speaks to a viewer who wins alone or with others', () => {
    expect(end('won', ['P1'])).toBe('You win the general election with 113 electoral points.');
    expect(end('won', ['P2'])).toBe('Bo wins the general election with 113 electoral points.');
    expect(end('shared', ['P1', 'P2'])).toMatch(/^You and Bo share|^You, Bo share/);
  });
});

describe('what is said to a player', () => {
  it('is right for the verbs of every game', () => {
    const found = templates.map((template) => toYou(template, '\\{seat\\}')).flatMap((text) => /(?:^|[.!:] |, so )[Yy]ou (?:now )?([a-z]+)/.exec(text)?.[1] ?? []);
    const third = found.filter((one) => /[^s]s$/.test(one));
    expect(third).toEqual([]);
    expect(['go', 'lose', 'miss', 'lobby', 'promise', 'have', 'are', 'kept'].filter((one) => !found.includes(one))).toEqual([]);
  });
  it('has the right verb wherever the player acts', () => {
    const said = templates.flatMap((template) => ['P1', 'P2', '{seat}', '{target}', '{player}', '{next}', '{winner}'].filter((hole) => template.includes(hole)).map((hole) => toYou(template, hole.replace(/[{}]/g, '\\$&'))));
    expect(said.filter((text) => /\b[Yy]ou (?:now )?[a-z]*[^s\W]s\b/.test(text))).toEqual([]);
  });
  it('leaves no hole of the player in Spanish either', () => {
    for (const { events } of Object.values(SPANISH))
      for (const text of Object.values(events ?? {})) for (const hole of ['seat', 'target']) expect(enTu(String(text), `\\{${hole}\\}`)).not.toMatch(new RegExp(`\\{${hole}\\}|\\b(?:a|de|con|[Pp]ara) tú|ningunas|otras `));
  });
  it('is in the second person in Spanish', () => {
    const tu = (text: string, hole = 'seat'): string => enTu(text, `\\{${hole}\\}`);
    expect(tu('{seat} se lleva {cards}.')).toBe('Te llevas {cards}.');
    expect(tu('A {seat} le toca {state}.')).toBe('Te toca {state}.');
    expect(tu('{seat} ya selló su boleta.')).toBe('Ya sellaste tu boleta.');
    expect(tu('{seat} ya eligió.')).toBe('Ya elegiste.');
    expect(tu('{seat} le quita {card} a {target}.', 'target')).toBe('{seat} te quita {card}.');
    expect(tu('{seat} no tiene carta que encaje, y no quedan cartas extra.')).toBe('No tienes carta que encaje, y no quedan cartas extra.');
    expect(tu('No limita con ningún estado de {seat}, así que {seat} la conserva.')).toBe('No limita con ningún estado tuyo, así que la conservas.');
    expect(tu('Empieza {seat}.')).toBe('Empiezas tú.');
    expect(tu('{seat} apuesta su estado más alto y otra carta.')).toBe('Apuestas tu estado más alto y otra carta.');
  });
});
