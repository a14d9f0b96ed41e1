/** A running election night: which states have come in, by a clock that all screens of the room share. */

import type { EventInfo } from '../../lib/protocol';
import { cue } from '../../lib/cues';
import { reducedMotion } from '../../lib/settings.svelte';
import type { Script } from './script';

export const LEAD = 2500; // ms between the end of a game and the first state, in which the board shows the last move

/** Whether this page is a room's shared screen, on which nobody presses a button. */
export const onTelevision = (): boolean => 'television' in document.documentElement.dataset;

export type Scene = 'calls' | 'suspense' | 'stamp' | 'rest';

export class ElectionNight {
  running = $state(false);
  /** How many states have come in. */
  called = $state(0);
  scene = $state<Scene>('calls');
  /** Whether the newspaper is open. */
  paper = $state(false);
  /** The script of the running night, kept so that it does not change while it runs. */
  told = $state.raw<Script | null>(null);
  /** The states that have come in. */
  come = $derived.by(() => this.told?.calls.slice(0, this.called) ?? []);
  /** The call made last. */
  last = $derived.by(() => this.come.at(-1) ?? null);
  totals = $derived.by<readonly number[]>(() => this.last?.totals ?? []);
  private timer: ReturnType<typeof setTimeout> | null = null;
  private begun = 0;

  /**
   * endedAt: the time (`performance.now()` in ms) when the game ended; null if that is long ago. after: called when the
   * night ran to its end.
   */
  constructor(
    private readonly script: () => Script,
    private readonly endedAt: () => number | null,
    private readonly after: () => void = () => this.rest(),
  ) {}

  /**
   * The number of log events to show while the states come in: those of the last entry from `until` on follow later.
   */
  toldOf(log: readonly EventInfo[], until: string | undefined): number | null {
    const last = log.at(-1)?.entry ?? 0;
    const at = log.findIndex((event) => event.entry === last && event.event === until);
    return this.running ? (at < 0 ? log.length : at) : null;
  }

  /**
   * Start the show. live: in step with the other screens. With reduced motion it runs only on request, and a shared
   * screen goes straight to the newspaper.
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

  /**
   * After the night show the result with its button for the newspaper; only a shared screen opens the newspaper by
   * itself.
   */
  rest(): void {
    this.paper = onTelevision();
  }

  /** Skip to the end of the night. */
  finish = (): void => {
    if (!this.running) return;
    this.close();
    cue('win');
    this.after();
  };

  /** The functions by which a table begins and skips the show. */
  readonly shown = { begin: (live: boolean): void => this.begin(live), skip: (): void => this.skip() };

  /** Stop the night and close the newspaper, for example when the viewer leaves the table. */
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

/** The time in ms at which the states after the decision begin to come in. */
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
