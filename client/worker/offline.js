/** The service worker of the client without a server. It caches every file, so that the client works offline. */

const VERSION = __VERSION__;
const FILES = __FILES__;
const OURS = `hustings-play-${self.registration.scope} `;
const CACHE = OURS + VERSION;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((name) => new Request(name, { cache: 'no-cache' })))));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(answer(request));
});

async function answer(request) {
  const path = request.mode === 'navigate' ? 'index.html' : request.url;
  return (await caches.match(path, { cacheName: CACHE, ignoreSearch: true })) ?? fetch(request);
}
