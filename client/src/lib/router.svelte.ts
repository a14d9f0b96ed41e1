/** The pages: "/", "/r/CODE", "/r/CODE/replay", "/r/CODE/replay/ENTRY", "/r/CODE/deal", "/rules/GAME", "/new/GAME". */

export type Page =
  | { kind: 'home' }
  | { kind: 'room'; code: string }
  | { kind: 'replay'; code: string; entry: number | null }
  | { kind: 'deal'; code: string }
  | { kind: 'rules'; game: string }
  | { kind: 'new'; game: string }
  | { kind: 'missing' };

export function pageOf(path: string): Page {
  const parts = path.split('/').filter((part) => part !== '');
  const [first, second, third, fourth] = parts;
  if (first === undefined) return { kind: 'home' };
  if (second === undefined || parts.length > 4) return { kind: 'missing' };
  if (first === 'r' && third === 'replay' && /^\d*$/.test(fourth ?? ''))
    return { kind: 'replay', code: second.toUpperCase(), entry: fourth === undefined ? null : Number(fourth) };
  if (first === 'r' && third === 'deal' && fourth === undefined) return { kind: 'deal', code: second.toUpperCase() };
  if (third !== undefined) return { kind: 'missing' };
  if (first === 'r') return { kind: 'room', code: second.toUpperCase() };
  if (first === 'rules') return { kind: 'rules', game: second };
  if (first === 'new') return { kind: 'new', game: second };
  return { kind: 'missing' };
}

class Router {
  page = $state<Page>(pageOf(typeof location === 'undefined' ? '/' : location.pathname));

  constructor() {
    if (typeof window !== 'undefined') window.addEventListener('popstate', () => this.read());
  }

  private read(): void {
    this.page = pageOf(location.pathname);
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.read();
    window.scrollTo(0, 0);
  }

  /** For links: let the browser handle new tabs, go ourselves otherwise. */
  follow = (event: MouseEvent): void => {
    const link = event.currentTarget;
    if (!(link instanceof HTMLAnchorElement) || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.go(link.pathname);
  };
}

export const router = new Router();
