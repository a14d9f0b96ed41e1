/* A table that asks one question after the other, for the tests of what answers them. */
import { flushSync } from 'svelte';
import type { MoveInfo, RoomInfo } from '../src/lib/protocol';

export const move = (text: string): MoveInfo => {
  const [, verb = '', ...args] = text.split(' ');
  return { text, seat: 0, verb, args };
};
export const PASS = move('P1 pass');
const seat = (number: number, kind: string): unknown => ({ seat: number, kind, model: false, stood_in: false });
export const room = (...kinds: string[]): RoomInfo => ({ spectators: 0, seats: kinds.map((kind, k) => seat(k, kind)) }) as unknown as RoomInfo;

export class Table {
  seat = 0;
  room = $state.raw(room('person', 'bot', 'person'));
  over = false;
  sent = $state(false);
  myTurn = $state(true);
  decision = $state(0);
  legal = [PASS];
  log: { entry: number }[] = [];
  played: string[] = [];
  play(one: MoveInfo): void {
    this.played.push(one.text);
    this.sent = true;
  }
  playsItself(): void {}
  /** The next question of this seat. */
  next(): void {
    this.decision += 1;
    this.sent = false;
    flushSync();
  }
}
