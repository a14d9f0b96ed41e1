/** Election night while it runs: which states have come in, by a clock that every screen of the room shares. */

import type { EventInfo } from '../../lib/protocol';
import { cue } from '../../lib/cues';
import { reducedMotion } from '../../lib/settings.svelte';
import type { Script } from './script';

export const LEAD = 2500; // ms between the end of a game and the first state: the last move is still being shown

/** Whether this page is a room's shared screen, where no hand opens the newspaper. */
export const onTelevision = (): boolean => 'television' in document.documentElement.dataset;

export type Scene = 'calls' | 'suspense' | 'stamp' | 'rest';

export class ElectionNight {
  running = $state(false);
  /** How many states have come in. */
  called = $state(0);
  scene = $state<Scene>('calls');
  /** The newspaper is open. */
  paper = $state(false);
  /** The night as it is told: kept while it runs. */
  told = $state.raw<Script | null>(null);
  /** The states that have come in. */
  come = $derived.by(() => this.told?.calls.slice(0, this.called) ?? []);
  /** The call that was made last. */
  last = $derived.by(() => this.come.at(-1) ?? null);
  totals = $derived.by<readonly number[]>(() => this.last?.totals ?? []);
  private timer: ReturnType<typeof setTimeout> | null = null;
  private begun = 0;

  /** `endedAt`: when the game ended, in ms of this page; null where that is long past. `after`: what follows a whole night. */
  constructor(
    private readonly script: () => Script,
    private readonly endedAt: () => number | null,
    private readonly after: () => void = () => this.rest(),
  ) {}

  /** While the states come in the events of the last entry from `until` on are still to be told: they are being counted. */
  toldOf(log: readonly EventInfo[], until: string): number | null {
    const last = log.at(-1)?.entry ?? 0;
    const at = log.findIndex((event) => event.entry === last && event.event === until);
    return this.running ? (at < 0 ? log.length : at) : null;
  }

  /**
   * Show the night; `live`: in step with everybody's. Where motion is unwelcome, only on request. A television that shows
   * no night goes on to the newspaper.
   */
  begin = (live = false): void => {
    this.close();
    const script = this.script();
    const ended = live ? this.endedAt() : null;
    this.begun = ended === null ? performance.now() : ended + LEAD;
    const late = script.calls.length === 0 || performance.now() - this.begun > script.end;
    if (late || (live && reducedMotion())) {
      this.paper = live && onTelevision();
      return;
    }
    this.told = script;
    this.running = true;
    this.tick();
  };

  /** Open the newspaper. */
  open = (): void => {
    this.paper = true;
  };

  /** What a night ends with: the result and its button for the newspaper, which opens by itself only on a television. */
  rest(): void {
    this.paper = onTelevision();
  }

  /** To the end, at any time. */
  finish = (): void => {
    if (!this.running) return;
    this.close();
    cue('win');
    this.after();
  };

  /** Functions by which a table begins and skips the show. */
  readonly shown = { begin: (live: boolean): void => this.begin(live), skip: (): void => this.skip() };

  /** Stop everything, as when the table is left. */
  skip = (): void => {
    this.close();
    this.paper = false;
  };

  private close(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.running = false;
    this.called = 0;
    this.scene = 'calls';
  }

  private tick(): void {
    const script = this.told;
    if (!script) return;
    const now = performance.now() - this.begun;
    if (now >= script.end) return this.finish();
    const called = script.calls.filter((call) => call.at <= now).length;
    const scene = sceneAt(script, now);
    if (called > this.called) cue('call');
    if (scene === 'stamp' && this.scene !== 'stamp') cue('stamp');
    this.called = called;
    this.scene = scene;
    const next = [...script.calls.map((call) => call.at), script.suspense, script.stamp, restAt(script), script.end].filter((at) => at > now);
    this.timer = setTimeout(() => this.tick(), Math.min(...next) - now);
  }
}

/** When the states that change nothing any more begin to come in. */
function restAt(script: Script): number {
  const after = script.calls[(script.deciding ?? script.calls.length) + 1];
  return after?.at ?? script.end;
}

function sceneAt(script: Script, now: number): Scene {
  if (now >= restAt(script)) return 'rest';
  if (now >= script.stamp) return 'stamp';
  const deciding = script.deciding === null ? null : (script.calls[script.deciding] ?? null);
  return deciding !== null && now >= script.suspense && now < deciding.at ? 'suspense' : 'calls';
}
