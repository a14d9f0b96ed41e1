/** The connection check of a device, and its report to the teacher. */

import { readJson } from '../lib/bidi';
import type { ClassInfo, PhoneCheck } from '../lib/protocol';
import { stores } from '../lib/settings.svelte';
import { env, type SocketLike } from '../session/env';
import { classApi, classPath, tokenIn } from './api';

export type Check = 'storage' | 'page' | 'clock' | 'socket';
/** The results so far, and the class once the server has answered. */
export interface Found {
  passed: Partial<Record<Check, boolean>>;
  info: ClassInfo | null;
}

const PATIENCE = 5000;
const MOST_OFF = 60_000;

/** Run all checks and call `tell` with the results after each. A student's phone reports them to the teacher. */
export async function checkConnection(code: string, tell: (found: Found) => void = () => undefined): Promise<void> {
  const found: Found = { passed: { storage: stores() }, info: null };
  const note = (passed: Found['passed']): void => {
    Object.assign(found.passed, passed);
    tell({ passed: { ...found.passed }, info: found.info });
  };
  note({});
  try {
    const answer = await env().request(classPath(code), { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
    found.info = answer.ok ? (readJson(await answer.text()) as ClassInfo) : null;
    const date = Date.parse(answer.headers.get('date') ?? '');
    note({ page: answer.ok, clock: Number.isNaN(date) || Math.abs(date - Date.now()) < MOST_OFF });
  } catch {
    note({ page: false });
  }
  note({ socket: await socketOpens(code) });
  await report(code, found.passed);
}

async function report(code: string, { page, socket, clock, storage }: Found['passed']): Promise<void> {
  if (!page || tokenIn(code, 'person') === null) return;
  const check: PhoneCheck = { live: socket === true, clock: clock === true, storage: storage === true };
  await classApi.report(code, check).catch(() => undefined); // without a report the teacher sees "not tested"
}

function made(code: string): SocketLike | null {
  try {
    return env().socket(classPath(code));
  } catch {
    return null; // some browsers and filters forbid sockets
  }
}

function socketOpens(code: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = made(code);
    if (!socket) return resolve(false);
    const timer = setTimeout(() => end(false), PATIENCE);
    const end = (opened: boolean): void => {
      clearTimeout(timer);
      socket.onopen = socket.onclose = null;
      socket.close();
      resolve(opened);
    };
    socket.onopen = () => end(true);
    socket.onclose = () => end(false);
  });
}
