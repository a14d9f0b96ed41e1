/**
 * The service worker. It caches the client's own files only, never a server's data about rooms, classes or games. A
 * page is always requested from the server first, so that a new server brings its own client. Only if the server cannot
 * be reached, the cached page is shown, marked as such; it explains the problem and tries again. The build fills in the
 * version, the client's files and the files of the first screen. A newer worker waits until all pages of the older one
 * are closed: if it takes over earlier, browsers sometimes lose a page that is just being opened. The wait costs
 * nothing, since pages come from the server.
 */

const VERSION = __VERSION__;
const FILES = new Set(__FILES__);
const SHELL = __SHELL__;
const PAGE = '/index.html';
const OURS = 'hustings-client-';
const CACHE = OURS + VERSION;
/** Status codes that a proxy sends when the server behind it is down. */
const DOWN = [502, 503, 504];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([new Request(PAGE, { cache: 'no-cache' }), ...SHELL])));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('message', (event) => {
  if (event.data?.do === 'keep') event.waitUntil(keep(event.data.paths));
});

/** Show a push message about a game, and count it on the app's icon. Browsers forbid messages that are not shown. */
self.addEventListener('push', (event) => {
  event.waitUntil(shown(event.data?.json().notification ?? {}));
});

async function shown({ title = 'Hustings', body, tag, lang, navigate = '/' }) {
  const { origin, pathname } = new URL(navigate, self.location.origin);
  const data = origin === self.location.origin ? pathname : '/';
  const before = await self.registration.getNotifications(tag === undefined ? {} : { tag });
  const renotify = tag !== undefined && !before.some((one) => one.title === title && one.body === body); // no sound for a message sent twice
  await self.registration.showNotification(title, { body, tag, lang, data, renotify, icon: '/icons/192.png' });
  await self.navigator.setAppBadge?.((await self.registration.getNotifications()).length);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(back(event.notification.data));
});

/** Focus the room's page, or open it. */
async function back(path) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const found = pages.find((one) => new URL(one.url).pathname === path);
  return found ? found.focus() : self.clients.openWindow(path);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!pathname.startsWith('/api/') && !pathname.split('/').at(-1).includes('.')) event.respondWith(page(event));
  } else if (FILES.has(pathname)) event.respondWith(file(request, pathname));
});

/** Cache files that the page had loaded before the worker ran. */
async function keep(paths) {
  const cache = await caches.open(CACHE);
  for (const path of paths) if (FILES.has(path) && !(await cache.match(path))) await cache.add(path).catch(() => undefined);
}

/** Answer with the server's page, or with the cached one if the server cannot be reached. */
async function page(event) {
  let answer = null;
  try {
    answer = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    // the page explains this below
  }
  if (answer && !DOWN.includes(answer.status)) return answer;
  const kept = await caches.match(PAGE, { cacheName: CACHE });
  if (!kept) return answer ?? Response.error();
  const headers = new Headers(kept.headers);
  for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) headers.delete(name);
  const text = (await kept.text()).replace('</head>', '<meta name="unreached" content="yes" /></head>');
  return new Response(text, { headers });
}

/**
 * Answer with a file of the client. Its name contains a hash of its content, so a cached file never becomes outdated.
 */
async function file(request, path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(path);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(path, answer.clone());
  return answer;
}
