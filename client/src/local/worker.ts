/** The web worker of the client without a server; games and bots run in it. */

import type { ClientMessage } from '../lib/protocol';
import { LocalServer, type Excuses } from './server.ts';
import type { Kept } from '../lib/keptRoom.ts';
import type { Saved } from './saved.ts';

export type ToWorker =
  | { kind: 'begin'; base: string; excuses: Excuses }
  | { kind: 'ask'; id: number; method: string; path: string; body: unknown; kept: Kept | null }
  | { kind: 'open'; line: number; path: string; kept: Kept | null }
  | { kind: 'send'; line: number; text: string }
  | { kind: 'close'; line: number };

export type FromWorker =
  | { kind: 'answer'; id: number; status: number; body: unknown }
  | { kind: 'opened'; line: number }
  | { kind: 'told'; line: number; text: string }
  | { kind: 'closed'; line: number; code: number }
  | { kind: 'keep'; kept: Kept; saved: Saved };

const NO_ROOM = 4404;
let server: LocalServer | null = null;
const lines = new Map<number, { hear(message: ClientMessage): void; leave(): void }>();
const say = (message: FromWorker): void => postMessage(message);

async function got(url: string): Promise<Response> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer;
}

async function hear(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'begin': {
      const { base, excuses } = message;
      server = new LocalServer({
        json: async (path) => (await got(base + path)).json() as Promise<unknown>,
        code: async (path) => (await got(base + path)).arrayBuffer(),
        keep: (now, saved) => say({ kind: 'keep', kept: now, saved }),
        excuses,
      });
      return;
    }
    case 'ask': {
      const { id, method, path, body } = message;
      if (message.kept) server?.adopt(message.kept);
      const answer = await server?.answer(method, path, body).catch((error: unknown) => ({ status: 503, body: { error: String(error) } }));
      return say({ kind: 'answer', id, status: answer?.status ?? 503, body: answer?.body ?? null });
    }
    case 'open': {
      const { line, path } = message;
      const code = path.split('/').at(-1) ?? '';
      if (message.kept) server?.refresh(message.kept);
      const joined = await server?.attach(code, (told) => say({ kind: 'told', line, text: JSON.stringify(told) })).catch(() => null);
      if (!joined) return say({ kind: 'closed', line, code: NO_ROOM });
      lines.set(line, joined);
      return say({ kind: 'opened', line });
    }
    case 'send':
      return lines.get(message.line)?.hear(JSON.parse(message.text) as ClientMessage);
    case 'close':
      lines.get(message.line)?.leave();
      lines.delete(message.line);
  }
}

addEventListener('message', (event: MessageEvent<ToWorker>) => void hear(event.data));
