/** The pages: "/", "/r/CODE", "/r/CODE/replay", "/r/CODE/replay/ENTRY", "/r/CODE/replay/GAME/ENTRY", "/r/CODE/deal", "/r/CODE/deal/GAME", "/r/CODE/screen", "/rules/GAME", "/new/GAME", "/print/GAME", "/lesson/GAME", "/stored", "/mine", "/challenge/...", "/stop/LINK", "/daily", "/daily/NUMBER", "/puzzle", "/puzzle/NUMBER", "/class", "/class/CODE", "/class/CODE/teacher", "/class/CODE/screen", "/club", "/club/CODE", "/club/CODE/table", "/club/CODE/ballot", "/club/CODE/screen", "/club/CODE/evening/NUMBER". */

import { release } from './release.svelte';

export type Page =
  | { kind: 'home' }
  | { kind: 'room'; code: string }
  | { kind: 'television'; code: string }
  | { kind: 'replay'; code: string; game: number | null; entry: number | null }
  | { kind: 'deal'; code: string; game: number | null }
  | { kind: 'rules'; game: string }
  | { kind: 'lesson'; game: string }
  | { kind: 'new'; game: string }
  | { kind: 'print'; game: string }
  | { kind: 'daily' | 'puzzle'; number: number | null }
  | { kind: 'class'; code: string | null; part: ClassPart }
  | { kind: 'club'; code: string | null; part: ClubPart; number: number | null }
  | { kind: 'kept' }
  | { kind: 'stop'; sealed: string }
  | { kind: 'challenge'; path: string }
  | { kind: 'mine' }
  | { kind: 'missing' };

/**
 * The pages of a class: a student's phone, the teacher, the projector, the debrief, the connection check, and the
 * stored data.
 */
export type ClassPart = 'phone' | 'teacher' | 'screen' | 'debrief' | 'help' | 'data';
const PARTS: readonly string[] = ['teacher', 'screen', 'debrief', 'help', 'data'] satisfies ClassPart[];

/**
 * The pages of a club: a member's page, which can show a table or a daily ballot; the television; an evening's printed
 * results.
 */
export type ClubPart = 'member' | 'table' | 'ballot' | 'screen' | 'evening';

export function pageOf(path: string): Page {
  const parts = path.split('/').filter((part) => part !== '');
  const [first, second, third] = parts;
  if (first === undefined) return { kind: 'home' };
  if (first === 'class') return classPage(parts.slice(1));
  if (first === 'club') return clubPage(parts.slice(1));
  if (first === 'daily' || first === 'puzzle') return parts.length > 2 || (second !== undefined && !/^[1-9]\d{0,4}$/.test(second)) ? { kind: 'missing' } : { kind: first, number: second === undefined ? null : Number(second) };
  if (first === 'challenge') return { kind: first, path };
  if (second === undefined) return { kind: first === 'stored' ? 'kept' : first === 'mine' ? 'mine' : 'missing' };
  if (third !== undefined) return first === 'r' ? afterwards(second.toUpperCase(), third, parts.slice(3)) : { kind: 'missing' };
  if (first === 'r') return { kind: 'room', code: second.toUpperCase() };
  if (first === 'rules') return { kind: 'rules', game: second };
  if (first === 'lesson') return { kind: 'lesson', game: second };
  if (first === 'new') return { kind: 'new', game: second };
  if (first === 'print') return { kind: 'print', game: second };
  if (first === 'stop') return { kind: 'stop', sealed: second };
  return { kind: 'missing' };
}

/** "/class" opens a new class; all other paths are pages of an existing one. */
function classPage(parts: readonly string[]): Page {
  const [code, part] = parts;
  if (code === undefined) return { kind: 'class', code: null, part: 'teacher' };
  if (part === undefined) return { kind: 'class', code: code.toUpperCase(), part: 'phone' };
  return PARTS.includes(part) && parts.length === 2 ? { kind: 'class', code: code.toUpperCase(), part: part as ClassPart } : { kind: 'missing' };
}

/** "/club" founds a new club; all other paths are pages of an existing one. */
function clubPage([code, part = 'member', number, ...rest]: readonly string[]): Page {
  const page = { kind: 'club', code: code?.toUpperCase() ?? null, number: null } as const;
  if (part === 'evening') return /^[1-9]\d?$/.test(number ?? '') && rest.length === 0 ? { ...page, part, number: Number(number) } : { kind: 'missing' };
  return (part === 'member' || part === 'table' || part === 'ballot' || part === 'screen') && number === undefined ? { ...page, part } : { kind: 'missing' };
}

/** The pages of a room on a television and of a finished game; without a number, of the room's last game. */
function afterwards(code: string, what: string, rest: readonly string[]): Page {
  const numbers = rest.map((part) => (/^\d+$/.test(part) ? Number(part) : NaN));
  if (numbers.some(Number.isNaN)) return { kind: 'missing' };
  const [one, two] = numbers;
  if (what === 'screen' && rest.length === 0) return { kind: 'television', code };
  if (what === 'deal' && rest.length < 2) return { kind: 'deal', code, game: one ?? null };
  if (what !== 'replay' || rest.length > 2) return { kind: 'missing' };
  return { kind: 'replay', code, game: two === undefined ? null : (one ?? null), entry: two ?? one ?? null };
}

/** Whether the client is a folder of files without a server; paths then follow the "#". */
const FILES = typeof document !== 'undefined' && document.querySelector('meta[name=pages][content=hash]') !== null;
const here = (): string => (typeof location === 'undefined' ? '/' : FILES ? location.hash.slice(1) || '/' : location.pathname);

/** The beginning of a fragment that carries another device's games. */
export const CARRIED = 'mine/';

class Router {
  page = $state<Page>({ kind: 'missing' });
  /** The fragment of a link with another device's games. It is secret and is removed from address and history. */
  carried = $state<string | null>(null);
  private path = '';

  constructor() {
    if (typeof window !== 'undefined') window.addEventListener('popstate', () => this.read());
    this.read();
  }

  private read(): void {
    if (typeof location !== 'undefined' && location.hash.startsWith(`#${CARRIED}`)) {
      this.carried = location.hash;
      history.replaceState(null, '', FILES ? '#/mine' : '/mine');
    }
    const path = here();
    if (path !== this.path) [this.path, this.page] = [path, pageOf(path)]; // Back may only close a dialog
  }

  /** Go to another page; if the server has a newer client, load that page from the server. */
  go(path: string): void {
    if (release.changed) return location.assign(path);
    history.pushState(null, '', FILES ? `#${path}` : path);
    this.read();
    window.scrollTo(0, 0);
  }

  /** The whole address of a page, for other devices. */
  address = (path: string): string => new URL(FILES ? `#${path}` : path, location.href).href;

  /** A click handler for links: open the page in place, but leave new tabs to the browser. */
  follow = (event: MouseEvent): void => {
    const link = event.currentTarget;
    if (!(link instanceof HTMLAnchorElement) || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  };
}

export const router = new Router();
