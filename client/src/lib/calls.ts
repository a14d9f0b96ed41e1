/**
 * Calls a player back to a hidden page at their turn: with a sound if sound is on, with a notification if they want
 * one.
 */

import { settings } from './settings.svelte';

const ICON = '/icons/192.png';

/** Whether this device can show notifications: it needs https, and some phones need the page on the home screen. */
export function canNotify(): boolean {
  return 'Notification' in window && window.isSecureContext;
}

/**
 * Turn notifications on or off; return true if they are on. Call it from a press, since the browser then asks for
 * permission.
 */
export async function wantCalls(on: boolean): Promise<boolean> {
  const allowed = on && (await Notification.requestPermission()) === 'granted';
  settings.setCalls(allowed);
  return allowed;
}

/**
 * Call the player. title: the text of the notification. room: a new notification replaces an older one of the same
 * room.
 */
export function callBack(title: string, room: string): void {
  if (document.visibilityState !== 'hidden') return;
  if (settings.sound) {
    void import('./sound').then(
      ({ play }) => play('call'),
      () => undefined, // without the file the call is silent
    );
  }
  if (settings.calls && canNotify() && Notification.permission === 'granted') void notify(title, room);
}

/** Show a notification through the service worker if there is one; phones accept no other way. */
async function notify(title: string, room: string): Promise<void> {
  const how = { tag: room, icon: ICON, data: `/r/${room}` };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, how);
  const note = new Notification(title, how);
  note.onclick = () => {
    window.focus();
    note.close();
  };
}
