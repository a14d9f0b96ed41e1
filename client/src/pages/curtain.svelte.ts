/** A device that is passed round: who holds it, and whether the next player's view must stay hidden until they do. */

import { settings } from '../lib/settings.svelte';
import type { RoomStore } from '../session/store.svelte';

export class PassedDevice {
  /** The seat that last confirmed having it; null after a page was loaded, since any of them may have done that. */
  private holder = $state<number | null>(null);

  // It is the host's device that is passed round; players on other devices have nothing to hide.
  private shared = $derived.by(() => this.store.host && (this.store.room?.seats.some((seat) => seat.kind === 'device') ?? false));
  private waits = $derived.by(() => this.shared && !this.store.over && this.store.seat !== null && this.store.seat !== this.holder);

  /** The seat whose view must not be shown yet; else null. */
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

  /** The next player has it now. */
  take(): void {
    this.store.answer = null;
    this.holder = this.store.seat;
  }
}
