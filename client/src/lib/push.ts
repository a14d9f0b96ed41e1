/** This browser's subscription to push messages. */

import { standalone } from './install.svelte';

export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Why this browser cannot be told by push; null: it can. "home": first the page must be on the home screen. */
export type Hindrance = 'http' | 'home' | 'browser' | null;

export function hindrance(): Hindrance {
  if (!window.isSecureContext) return 'http';
  if ('PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window) return null;
  return /iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1 && !standalone() ? 'home' : 'browser';
}

/** Subscribe; call it from a tap, as the browser asks for permission. Null where the person or the browser refuses. */
export async function subscribe(key: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== 'granted' || !(await navigator.serviceWorker.getRegistration())) return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before && !sameKey(before, key)) await before.unsubscribe(); // of a server whose key was lost
  return told(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) }));
}

/** The subscription that this browser has already for a server's key. */
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

/** Bytes as base64url without padding, and back. */
export function text(raw: ArrayBuffer | null): string {
  return btoa(String.fromCharCode(...new Uint8Array(raw ?? new ArrayBuffer(0)))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
export function bytes(encoded: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(encoded.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0));
}
