import { describe, expect, it } from 'vitest';
import { challengePath, ranked, readChallenge, roomFor, type Challenge } from '../src/lib/challenge';
import { newRoom } from '../src/local/kept';
import type { CharacterData, RoomInfo } from '../src/lib/protocol';

const challenge: Challenge = {
  game: 'mudslinger',
  options: { length: '20', start: 'three_cards' },
  seats: [{ level: 'thumb', character: 'rufus' }, null, { level: 'boss', character: null }],
  results: [
    { name: 'J. R. Ø, der 1./2.', share: 1, scores: [276, 12, -3] },
    { name: '', share: 0.333, scores: [276, 276, 276] },
    { name: 'me_too', share: 0, scores: [9, 10, 11] },
  ],
  dealt: '3_R2Fy-_x',
};

describe('the link of a challenge', () => {
  it('brings back what it was made from', () => expect(readChallenge(challengePath(challenge))).toEqual(challenge));

  it('has no dot after the last slash, where a server looks for the name of a file', () => expect(challengePath(challenge).split('/').at(-1)).not.toContain('.'));

  it.each(['', '/challenge', '/challenge/mudslinger', challengePath(challenge).slice(0, -10), challengePath({ ...challenge, seats: [null, null] }), `${challengePath(challenge)}/x`, '/challenge/a/%/me/-/3_x'])('is refused if it is incomplete: %s', (path) => expect(readChallenge(path)).toBeNull());

  it('asks for the same seats with the same deal', () =>
    expect(roomFor(challenge, 'Mia')).toMatchObject({ seats: [{ kind: 'bot', level: 'thumb', character: 'rufus' }, { kind: 'me' }, { kind: 'bot', level: 'boss', character: null }], dealt: '3_R2Fy-_x' }));
});

it('ranks results by the win, then by the own score, and counts each once', () => {
  const [first, second, third] = challenge.results;
  expect(ranked([third!, second!], [first!, { ...third! }])).toEqual([first, second, third]);
});

it('begins a room without a server with the same key and characters', () => {
  const people = [{ key: 'amos', level: 'thumb', name: 'Amos' }, { key: 'rufus', level: 'thumb', name: 'Rufus' }] as CharacterData[];
  const kept = newRoom('CDFGHJ', roomFor({ ...challenge, dealt: '3_123' }, 'Mia'), {} as RoomInfo['terms'], [], people);
  expect(kept).toMatchObject({ key: '123', chairs: [{ character: 'rufus' }, { name: 'Mia' }, { character: null }] });
});
