/**
 * The service worker: keeps the client's own files, and nothing a server says of rooms, classes or games.
 *
 * A page always comes from the server first, so that a new server shows its own client. Only where the server cannot be
 * reached is the kept page shown, marked as such; it says so in words and asks the server again. The build puts the
 * version, the client's files and those of the first screen in place of the three names.
 *
 * A newer worker waits until no page of the older one is open: made to take over before, browsers now and then lose a page
 * that is being gone to in that second. Nobody waits for it, since pages come from the server.
 */

const VERSION = __VERSION__;
const FILES = new Set(__FILES__);
const SHELL = __SHELL__;
const PAGE = '/index.html';
const OURS = 'hustings-client-';
const CACHE = OURS + VERSION;
/** What a server in between says of one that is down. */
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

/** A server's message about a game: always shown, for browsers forbid silent ones, and counted on the page's icon. */
self.addEventListener('push', (event) => {
  event.waitUntil(shown(event.data?.json().notification ?? {}));
});

async function shown({ title = 'Hustings', body, tag, lang, navigate = '/' }) {
  const { origin, pathname } = new URL(navigate, self.location.origin);
  const data = origin === self.location.origin ? pathname : '/';
  const before = await self.registration.getNotifications(tag === undefined ? {} : { tag });
  const renotify = tag !== undefined && !before.some((one) => one.title === title && one.body === body); // sent twice
  await self.registration.showNotification(title, { body, tag, lang, data, renotify, icon: '/icons/192.png' });
  await self.navigator.setAppBadge?.((await self.registration.getNotifications()).length);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(back(event.notification.data));
});

/** Show the room's page again, or open it. */
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

/** Files that the page had before there was a worker. */
async function keep(paths) {
  const cache = await caches.open(CACHE);
  for (const path of paths) if (FILES.has(path) && !(await cache.match(path))) await cache.add(path).catch(() => undefined);
}

/** The server's page; where there is no server, the kept one. */
async function page(event) {
  let answer = null;
  try {
    answer = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    // told below, in the page's own words
  }
  if (answer && !DOWN.includes(answer.status)) return answer;
  const kept = await caches.match(PAGE, { cacheName: CACHE });
  if (!kept) return answer ?? Response.error();
  const headers = new Headers(kept.headers);
  for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) headers.delete(name);
  const text = (await kept.text()).replace('</head>', '<meta name="unreached" content="yes" /></head>');
  return new Response(text, { headers });
}

/** A file of the client: its name tells its content, so what is kept never grows old. */
async function file(request, path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(path);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(path, answer.clone());
  return answer;
}
