/** A device that is passed round: whose hands it is in, and whether what the next one may see must stay hidden until he has it. */

import { settings } from '../lib/settings.svelte';
import type { RoomStore } from '../session/store.svelte';

export class PassedDevice {
  /** Who said last that he has it; nobody yet after a page was loaded, since anybody may have done that. */
  private holder = $state<number | null>(null);

  // It is the host's device that is passed round; whoever plays on another has nothing to hide from anybody.
  private shared = $derived.by(() => this.store.host && (this.store.room?.seats.some((seat) => seat.kind === 'device') ?? false));
  private waits = $derived.by(() => this.shared && !this.store.over && this.store.seat !== null && this.store.seat !== this.holder);

  /** The seat the table would show, while it must not; else null. */
  next = $derived.by(() => {
    const { seat, view } = this.store;
    return this.waits && (settings.curtain === 'always' || (view !== null && this.secret(view))) ? seat : null;
  });

  constructor(
    private readonly store: RoomStore,
    private readonly secret: (view: Record<string, unknown>) => boolean,
  ) {
    $effect(() => {
      if (this.store.over) this.holder = null; // a rematch may seat people elsewhere
      else if (this.waits && this.next === null) this.holder = this.store.seat;
    });
  }

  /** Whom the table would show has it now. */
  take(): void {
    this.store.answer = null;
    this.holder = this.store.seat;
  }
}
