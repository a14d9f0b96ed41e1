/**
 * A device that several players pass round: who holds it, and whether the next player's view must be hidden until they
 * confirm.
 */

import { settings } from '../lib/settings.svelte';
import type { RoomStore } from '../session/store.svelte';

export class PassedDevice {
  /**
   * The seat that last confirmed having the device; null after the page was loaded, since anyone may have loaded it.
   */
  private holder = $state<number | null>(null);

  // Only the host's device is passed round; players on other devices have nothing to hide.
  private shared = $derived.by(() => this.store.host && (this.store.room?.seats.some((seat) => seat.kind === 'device') ?? false));
  private waits = $derived.by(() => this.shared && !this.store.over && this.store.seat !== null && this.store.seat !== this.holder);

  /** The seat whose view must not be shown yet, or null. */
  next = $derived.by(() => {
    const { seat, view } = this.store;
    return this.waits && (settings.curtain === 'always' || (view !== null && this.secret(view))) ? seat : null;
  });

  constructor(
    private readonly store: RoomStore,
    private readonly secret: (view: Record<string, unknown>) => boolean,
  ) {
    $effect(() => {
      if (this.store.over) this.holder = null; // a rematch may change the seats
      else if (this.waits && this.next === null) this.holder = this.store.seat;
    });
  }

  /** Note that the next player has the device. */
  take(): void {
    this.store.answer = null;
    this.holder = this.store.seat;
  }
}
