/** node compare.ts KIND GAME FOLDER: repeat what `traces.py` wrote to FOLDER/KIND.json with GAME.wasm; print the differences. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { ballotOf, dateOf } from '../../client/src/lib/ballots.ts';
import { answer, ballotRoom, fieldOf } from '../../client/src/local/ballots.ts';
import { chancesOf } from '../../client/src/local/chances.ts';
import { Bots } from '../../client/src/local/bots.ts';
import type { GameData } from '../../client/src/lib/protocol';
import { hex, Kernels, signed } from '../../client/src/local/kernels.ts';
import { write } from '../../client/src/local/notation.ts';
import { reviewOf } from '../../client/src/local/review.ts';
import { Board, Table } from '../../client/src/local/table.ts';
import { seen } from '../../client/src/local/view.ts';

const [kind = '', name = '', folder = ''] = process.argv.slice(2);
const read = (file: string): any => JSON.parse(readFileSync(`${folder}/${file}.json`, 'utf8'));
const game: GameData = read(name);
const kernels = await Kernels.load(readFileSync(`${folder}/${name}.wasm`));
const board = new Board(game, kernels, read('program').texts);
const { record, note, out } = board;
const CHOICE = 1 << 20;
const differences: string[] = [];
const counted = { equal: 0, steps: 0 };

/** A random game, played as `traces.traced` does. */
function traced({ seats, zero, key: text }: { seats: number; zero: string; key: string }): string {
  const key = BigInt(text);
  const told = createHash('sha256');
  const size = game.record.size;
  const bytes = (): Uint8Array => kernels.bytes(record, size).slice();
  const numbers = (...values: (number | bigint)[]): void => void told.update(new Uint8Array(BigInt64Array.from(values.map(BigInt)).buffer));
  const draw = (stream: number, count: number): bigint => {
    kernels.call('draw', signed(key), stream, count, out);
    return kernels.words(out, 1)[0] ?? 0n;
  };
  kernels.bytes(record, size).set(hex(zero));
  kernels.call('start', record);
  told.update(bytes());
  const counts = game.streams.map(() => 0);
  for (let steps = 0; ; steps++) {
    kernels.call('look', record, out);
    const [owes = 0, may = 0, over = 0, forced = 0, stream = 0] = kernels.numbers(out, 5);
    numbers(owes, may, over, forced, stream);
    if (over || steps === 1200) break;
    counted.steps++;
    if (!owes) {
      const total = kernels.call('chances', record, out);
      numbers(total, ...kernels.numbers(out, Math.max(1, game.outcomes)));
      const outcome = kernels.call('roll', record, draw(stream, counts[stream]!++), out);
      kernels.call('settle', record, outcome, note);
      numbers(outcome);
    } else {
      const lowest = 31 - Math.clz32(owes & -owes);
      let seat = lowest;
      const number = draw(CHOICE, steps);
      const eager = Array.from({ length: seats }, (_, k) => k).filter((k) => (may >> k) & 1);
      if (eager.length > 0 && ((number >> 40n) & 31n) === 0n) seat = eager[Number((number >> 50n) % BigInt(eager.length))] ?? 0;
      let count = kernels.call('legal', record, seat, out);
      if (!count) count = kernels.call('legal', record, (seat = lowest), out);
      const legal = kernels.numbers(out, count);
      numbers(count, ...legal, ...kernels.numbers(out, kernels.call('choices', record, seat, out)));
      const liked = kernels.call('thumb', record, seat, signed(key >> 1n), steps, out);
      numbers(liked);
      const wrong = Number((number >> 20n) % BigInt(game.actions + 3)) - 1;
      if (!legal.includes(wrong)) {
        const before = bytes();
        numbers(kernels.call('act', record, seat, wrong, note));
        if (!isDeepStrictEqual(before, bytes())) differences.push('a refusal changed the record');
      }
      let action = forced ? forced - 1 : (legal[Number(number % BigInt(count))] ?? 0);
      if (steps > 200 && (number >> 30n) & 3n && !forced) action = liked;
      numbers(seat, action, kernels.call('act', record, seat, action, note));
    }
    numbers(...kernels.words(note + 56, 7 * Number(kernels.words(note, 1)[0])));
    const now = bytes();
    told.update(now);
    kernels.call('look', record, out);
    const ended = kernels.words(out, 3)[2];
    for (let seat = 0; seat < seats; seat++) {
      const view = seen(game, now, seat);
      told.update(view);
      if (!game.record.hides || ended) continue;
      kernels.bytes(record, size).set(view);
      kernels.call('imagine', record, seat, draw(999 + seat, steps));
      told.update(bytes());
    }
    kernels.bytes(record, size).set(now);
  }
  kernels.call('payoff', record, seats, out);
  numbers(...kernels.words(out, 2 * seats));
  return told.digest('hex');
}

function same(ours: unknown, theirs: unknown, where: string): void {
  const plain: unknown = JSON.parse(JSON.stringify(ours));
  if (isDeepStrictEqual(plain, theirs)) counted.equal++;
  else if (differences.length < 20) differences.push(`${where}: ${JSON.stringify(plain)?.slice(0, 400)} is not ${JSON.stringify(theirs)?.slice(0, 400)}`);
}

function said(table: Table, since: number): unknown {
  const { owes, may, over } = table.standingNow;
  const seats = [null, ...Array.from({ length: table.seats }, (_, seat) => seat)];
  const by = seats.map((seat) => {
    const legal = seat !== null && (owes.includes(seat) || may.includes(seat)) ? table.legal(seat) : [];
    const texts = legal.map((action) => table.text(seat ?? 0, action));
    const told = { view: table.view(seat), events: table.events(since, seat), legal: texts, sways: { ...table.prospects(seat), ...table.sways(seat ?? 0, legal) }, foreseen: seat === null ? [] : table.foreseen(seat) };
    return [String(seat ?? -1), told] as const;
  });
  return {
    owes, may, over, standing: table.standing(), majority: table.votes('majority'), too_many: table.votes('too_many'),
    seen: Object.fromEntries(by), log: table.log.slice(since), result: table.result(), night: table.night(),
  };
}

function conversed(one: any): void {
  const table = new Table(board, one.seats, one.options, BigInt(one.key));
  for (const [number, step] of one.steps.entries()) {
    if (differences.length > 0) return; // what follows would be another game
    const where = `${one.seats} seats, step ${number}`;
    if (step.play) {
      for (const [text, reason] of Object.entries(step.why)) same(table.why(text), reason, `${where}, why not ${text}`);
      same(table.odds(step.play, step.seat), step.odds, `${where}, odds`);
      if (step.shows !== null) same(table.showsHidden(step.play), step.shows, `${where}, shown`);
      same(table.play(step.play), null, `${where}, ${step.play}`);
    }
    counted.steps++;
    if (!step.told) continue;
    const [ours, theirs] = [said(table, step.since) as Record<string, unknown>, step.told as Record<string, unknown>];
    for (const part of Object.keys(theirs)) same(ours[part], theirs[part], `${where}, ${part}`);
  }
  same(table.save(one.saved.seats), one.saved, 'saved');
  const again = new Table(board, one.seats, one.options, null);
  for (const entry of table.log) same(again.replay(entry), null, `replayed ${entry}`);
  same([...again.bytes()], [...table.bytes()], 'replayed');
}

const bots = new Bots(board);
function thought(one: any): void {
  const view = hex(one.view);
  for (const [level, action] of Object.entries(one.moves)) {
    same(bots.choose(view, one.seats, one.seat, level, BigInt(one.hashed)), action, `${one.seats} seats, ${level}`);
  }
  const looked = bots.look(view, one.seats, one.seat, BigInt(one.key), 'boss').map(({ action, tried, share, weight }) => [action, tried, share, weight]);
  const won = bots.playOn(hex(one.world), one.seats, BigInt(one.key), 0, one.games, 0).slice(0, one.seats);
  same(won.map((sum) => (sum / one.games).toFixed(6)), one.won, `${one.seats} seats, played on`);
  same(looked, one.looked, `${one.seats} seats, search`);
  same(bots.choose(view, one.seats, one.seat, 'thumb', BigInt(one.hashed), one.breaks), one.tempted, `${one.seats} seats, tempted`);
  const text = (seat: number, action: number): string => `P${seat + 1} ${write(game, action)}`;
  const advised = one.advised.length > 0 ? bots.advise(view, one.seats, one.seat, BigInt(one.hashed)) : [];
  same(advised.map(({ action, ...hint }) => ({ move: text(one.seat, action), ...hint })), one.advised, `${one.seats} seats, advice`);
  for (const { seat, view: seen, hashed, move } of one.unasked) {
    const action = bots.interject(hex(seen), one.seats, seat, 'boss', BigInt(hashed));
    same(action === null ? null : text(seat, action), move, `${one.seats} seats, unasked`);
  }
}

async function reviewed(one: any): Promise<void> {
  const ours = await reviewOf(bots, new Table(board, one.seats, one.options, null), one.log, BigInt(one.key), () => counted.steps++, 0);
  const where = `${one.seats} seats, review`;
  for (const [k, decision] of ours.decisions.entries()) same(decision, one.review.decisions[k], `${where}, ${decision.move}`);
  same(ours, one.review, where);
  const chances = (): Promise<unknown> => chancesOf(bots, new Table(board, one.seats, one.options, null), one.log, BigInt(one.key));
  same(await chances(), await chances(), `${one.seats} seats, chances`);
}

/** A ballot played with the same choices, and what the levels make of it. */
async function balloted(one: any): Promise<void> {
  const where = `ballot ${one.number}`;
  const { characters } = read('program');
  const ballot = ballotOf(one.number);
  const kept = ballotRoom('BCDFGH', ballot, board, 'Ann', characters);
  same(dateOf(one.number).toISOString().slice(0, 10), one.date, `${where}, date`);
  const key = BigInt(kept.key);
  const levels = kept.chairs.map((chair) => chair.level);
  const table = new Table(board, ballot.seats, ballot.options, key);
  same([ballot.game, kept.chairs.map((chair) => chair.character), table.options, kept.key], [name, one.cast, one.options, one.key], where);
  const choices: string[] = [...one.choices];
  for (;;) {
    const move = answer(bots, table, key, levels) ?? choices.shift();
    if (move === undefined) break;
    same(table.play(move), null, `${where}, ${move}`);
  }
  same(table.log, one.log, `${where}, log`);
  if (one.field.length > 0) same(await fieldOf(bots, ballot, characters, () => counted.steps++), one.field, `${where}, field`);
}

for (const one of read(kind)) {
  if (kind === 'traces') same(traced(one), one.sha, `${one.seats} seats, key ${one.key}`);
  else if (kind === 'conversations') conversed(one);
  else if (kind === 'reviews') await reviewed(one);
  else if (kind === 'ballots') await balloted(one);
  else thought(one);
}
console.log(JSON.stringify({ ...counted, differences }));
