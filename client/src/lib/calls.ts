/** Calls a person back to a hidden page when it is their turn: a sound if sound is on, a notification if they want it. */

import { settings } from './settings.svelte';

const ICON = '/icons/192.png';

/** Whether this device can show notifications at all: a phone may need the page on its home screen, and all need https. */
export function canNotify(): boolean {
  return 'Notification' in window && window.isSecureContext;
}

/** Turn notifications on or off; call it from a tap, as the browser asks for permission. Return whether they are on. */
export async function wantCalls(on: boolean): Promise<boolean> {
  const allowed = on && (await Notification.requestPermission()) === 'granted';
  settings.setCalls(allowed);
  return allowed;
}

/** Call the player. title: the text of the notification; room: a later notification of the same room replaces this one. */
export function callBack(title: string, room: string): void {
  if (document.visibilityState !== 'hidden') return;
  if (settings.sound) {
    void import('./sound').then(
      ({ play }) => play('call'),
      () => undefined, // then the call makes no sound
    );
  }
  if (settings.calls && canNotify() && Notification.permission === 'granted') void notify(title, room);
}

/** Show it by the service worker if there is one: phones accept nothing else. */
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
