import { describe, expect, it } from 'vitest';
import { LocalServer } from '../src/local/server';

const SAVED = JSON.stringify({ hustings: 1, game: 'combat', rules: '1', options: {}, seats: ['Ann', 'José'], log: [], result: {} });

/** The bytes of a text in UTF-16. */
function wide(text: string, littleEndian: boolean): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let k = 0; k < text.length; k++) view.setUint16(2 * k, text.charCodeAt(k), littleEndian);
  return view.buffer;
}

/** A server without a network: a request for a game's rules fails with their path. */
function server(): LocalServer {
  const program = { games: [{ name: 'combat', players: [2] }] };
  return new LocalServer({
    json: (path) => (path === 'program.json' ? Promise.resolve(program) : Promise.reject(new Error(path))),
    code: () => Promise.resolve(new ArrayBuffer(0)),
    keep: () => undefined,
    excuses: { unread: 'unread', friends: '', missing: '', rules: '' },
  });
}

describe('a saved game opened on a page without a server', () => {
  it.each<[string, BlobPart]>([
    ['UTF-8', SAVED],
    ['UTF-8 with a mark', `\ufeff${SAVED}`],
    ['UTF-16LE with a mark', wide(`\ufeff${SAVED}`, true)],
    ['UTF-16BE with a mark', wide(`\ufeff${SAVED}`, false)],
    ['UTF-16LE', wide(SAVED, true)],
    ['UTF-16BE', wide(SAVED, false)],
  ])('is read in %s', async (_, file) => {
    await expect(server().answer('POST', '/api/saved', new Blob([file]))).rejects.toThrow('combat.json');
  });
  it.each([['nothing', ''], ['no JSON', '\ufffeno'], ['half a character', new Uint8Array([0xff, 0xfe, 0x7b])]])('is refused when it has %s', async (_, file) => {
    expect(await server().answer('POST', '/api/saved', new Blob([file]))).toMatchObject({ status: 400, body: { error: 'unread' } });
  });
});
