/** This browser's subscription to push messages. */

import { standalone } from './install.svelte';

export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Why this browser cannot receive push messages; null if it can. "home": the page must be on the home screen first. */
export type Hindrance = 'http' | 'home' | 'browser' | null;

export function hindrance(): Hindrance {
  if (!window.isSecureContext) return 'http';
  if ('PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window) return null;
  return /iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1 && !standalone() ? 'home' : 'browser';
}

/**
 * Subscribe to push messages; null if the person or the browser refuses. Call it from a press, since the browser then
 * asks for permission.
 */
export async function subscribe(key: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== 'granted' || !(await navigator.serviceWorker.getRegistration())) return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before && !sameKey(before, key)) await before.unsubscribe(); // for a key that the server no longer has
  return told(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) }));
}

/** The subscription that this browser already has for a server's key; null if it has none. */
export async function subscribed(key: string): Promise<Subscription | null> {
  if (hindrance() !== null || Notification.permission !== 'granted') return null;
  const worker = await navigator.serviceWorker.getRegistration();
  const found = await worker?.pushManager.getSubscription();
  return found && sameKey(found, key) ? told(found) : null;
}

function told(one: PushSubscription): Subscription {
  return { endpoint: one.endpoint, p256dh: text(one.getKey('p256dh')), auth: text(one.getKey('auth')) };
}

function sameKey(one: PushSubscription, key: string): boolean {
  return text(one.options.applicationServerKey) === key;
}

/** Encode bytes as base64url without padding. */
export function text(raw: ArrayBuffer | null): string {
  return btoa(String.fromCharCode(...new Uint8Array(raw ?? new ArrayBuffer(0)))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
export function bytes(encoded: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(encoded.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0));
}
