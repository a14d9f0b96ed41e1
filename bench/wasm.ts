/** node wasm.ts GAME FOLDER: the games and the search of `wasm.py`, as WebAssembly. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { GameData } from '../client/src/lib/protocol';
import { Bots } from '../client/src/local/bots.ts';
import { hex, Kernels } from '../client/src/local/kernels.ts';
import { Board } from '../client/src/local/table.ts';

const ROUNDS = 4;
const [name = '', folder = ''] = process.argv.slice(2);
const read = (file: string): any => JSON.parse(readFileSync(`${folder}/${file}.json`, 'utf8'));
const game: GameData = read(name);
const { seats, seat, view, zero, keys } = read('bench');
const kernels = await Kernels.load(readFileSync(`${folder}/${name}.wasm`));
const board = new Board(game, kernels, {});
const games: number = keys.length;
const { size } = game.record;
const stride = size; // records lie one upon another, as in an array of them
const [records, at, levels, used, results] = [games * stride, games * 8, seats * 8, 64, games * 2 * seats * 8].map((bytes) => kernels.room(bytes)) as [number, number, number, number, number];
kernels.words(at, games).set(keys.map((key: string) => BigInt.asIntN(64, BigInt(key))));
kernels.bytes(board.record, size).set(hex(zero));
kernels.call('start', board.record);
const begun = kernels.bytes(board.record, size).slice();
let decisions = 0;
for (let round = 0; round < ROUNDS; round++) {
  for (let k = 0; k < games; k++) kernels.bytes(records + k * stride, size).set(begun);
  kernels.bytes(results, games * 2 * seats * 8).fill(0);
  const began = performance.now();
  const count = kernels.call('playouts', records, games, seats, at, levels, board.note, board.out, board.out + 4096, used, results);
  decisions = Math.max(decisions, (1000 * count) / (performance.now() - began));
}
const sha = createHash('sha256').update(kernels.bytes(results, games * 2 * seats * 8)).digest('hex');
const bots = new Bots(board);
bots.look(hex(view), seats, seat, 1n, 'boss');
const began = performance.now();
let tried = 0;
for (let round = 0; round < ROUNDS; round++) tried += bots.look(hex(view), seats, seat, 1n, 'boss').reduce((all, one) => all + one.tried, 0);
console.log(JSON.stringify({ decisions, sha, iterations: (1000 * tried) / (performance.now() - began) }));
