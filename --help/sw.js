/** The service worker of the client without a server: it keeps every file, so that the folder works without a network. */

const VERSION = "e6fd4d807d14eeef";
const FILES = ["assets/AfterLinks-B6Ar5uLn.js","assets/Alone-D8XHutkU.css","assets/Alone-Df0YIKEa.js","assets/BigCode-7zOG1Pa8.js","assets/BigCode-DwAR3ktA.css","assets/Chat-CGZKly0C.css","assets/Chat-CXVfed_d.js","assets/ClassFrame-BO0vVz9V.js","assets/ClassPage-DEXDZmwx.css","assets/ClassPage-UTzuwEaA.js","assets/ConnectionPage-BzAcfOyP.css","assets/ConnectionPage-CgjWtMY5.js","assets/DealPage-C5KKWkgE.js","assets/DealPage-DA-U6gKv.css","assets/DebriefPage-B05Rd5V_.js","assets/DebriefPage-DC87P2kl.css","assets/Face-BCv-5Gsv.js","assets/Face-BFKGH_Fq.css","assets/Finale-CGiEbQak.js","assets/Finale-D9GkAdrE.css","assets/Follow-Db5End4m.js","assets/Icon-CSM3IwZ1.css","assets/Icon-UgbbSDQu.js","assets/KeptPage-9qaRuyH3.js","assets/KeptPage-Do79z2GN.css","assets/KeyList-CJYWpQrY.css","assets/KeyList-D0e8YYdW.js","assets/LessonPage-Be44Mpaa.js","assets/LessonPage-C_Sew2Ed.css","assets/Lobby-CHI-2jst.js","assets/Lobby-kkxslxiY.css","assets/NoRoom-DGsaetWW.js","assets/NoRoom-DM3YXhiH.css","assets/Notices-BDxkTvf3.js","assets/Notices-DlOLd91V.css","assets/Open-BsNV4kgd.js","assets/Open-ZCa3VIue.css","assets/OpenClass-DWvr-EZx.css","assets/OpenClass-TXDR3Ko2.js","assets/OptionFields-BLr5-MMB.css","assets/OptionFields-NhqsKq24.js","assets/Polls-BC-aOPX5.js","assets/Polls-DBRvCkPF.css","assets/PrintPage-jsq0-pFm.js","assets/PrintPage-ze4Y4Qxh.css","assets/ReplayPage-CQSdS-d7.css","assets/ReplayPage-DNpVIdV2.js","assets/Review-DEaNaJMR.css","assets/Review-Dt54qcSj.js","assets/ReviewSheet-DW_1Ptpt.js","assets/RoomPage-CyMvXWVw.js","assets/RoomPage-DMw4CrN5.css","assets/RulesPage-BCPrWYIL.css","assets/RulesPage-Chc__00g.js","assets/Screen-DXk1wIeI.css","assets/Screen-HNdHd0-H.js","assets/ScreenPage-CWCf9H9X.css","assets/ScreenPage-g64RR5aO.js","assets/SoundToggle-0iEWZaq-.css","assets/SoundToggle-lVV_RhX0.js","assets/StoredPage-CuGegFwn.css","assets/StoredPage-DEymROj4.js","assets/Table-B31gsdln.js","assets/Table-BLazrHhZ.css","assets/Table-BW-p998D.css","assets/Table-Bi2SIg7U.js","assets/Table-CzwCzA2R.js","assets/Table-D3CHJLIc.css","assets/Table-DDSejaki.js","assets/Table-DHepu1V7.css","assets/Table-DbFowBgV.js","assets/Table-NJprnbpn.css","assets/TeacherPage-D2urSf0e.css","assets/TeacherPage-DdQbXffr.js","assets/TelevisionPage-BEHKRljR.css","assets/TelevisionPage-c8LC9Zos.js","assets/Tick-ByDCuArI.css","assets/Tick-C4f3qLLp.js","assets/Unreached-BaZFWuOk.css","assets/Unreached-DE39Ru4D.js","assets/VotesTable-Bi8BLOvu.css","assets/VotesTable-CgDXlOY4.js","assets/alfa-slab-one-latin-400-normal-CbTZiZTW.woff2","assets/api-DXY2jCjh.js","assets/bidi-AglylQBw.js","assets/cast-C6nrfyh2.js","assets/classes-CQyhiXOj.js","assets/connection-DRH4K444.js","assets/cues-1oO4je2p.js","assets/download-BOiAqzyI.js","assets/es-Dk_lWvZs.js","assets/everywhere-G4zgMXfq.js","assets/glossary-BjdaeDYm.js","assets/index-xi8Nm1T2.js","assets/later-Vyp1ug6O.js","assets/league-gothic-latin-400-normal-BQfHUhlb.woff2","assets/lessons-DTnXjG22.js","assets/lessons-UjAhINza.js","assets/list-BDnF0WoI.js","assets/list-DUoUWfGx.js","assets/main-Cozw2rAP.js","assets/main-eR1A4AFw.css","assets/occasions-Bg_jJA1Z.js","assets/occasions-DfYghrxs.js","assets/occasions-DvfnhWzc.js","assets/occasions-FwbUkxJX.js","assets/people-O6P3-vco.js","assets/people-mRL5-Brm.js","assets/poster-CGiLPqCZ.js","assets/print-8y5qluKu.js","assets/retry-D1n1f_8K.js","assets/router.svelte-C72ARshm.js","assets/say-6RfMys6C.js","assets/say-C9k1qRL1.js","assets/say-DsV_RLQm.js","assets/say-uBFULfbp.js","assets/screens-B5tfh8CF.js","assets/sheets-DZw8CGzv.js","assets/sound-C7gdPYGw.js","assets/source-serif-4-latin-400-normal-DJ5YJwmz.woff2","assets/source-serif-4-latin-600-normal-DouSKlru.woff2","assets/state_tiles-BqMFyln4.js","assets/stream-CGIZFKnA.css","assets/stream.svelte-Dl8HGRbA.js","assets/table-BNQ_9AJ8.css","assets/table-DfcQWf6Z.js","assets/words-C20F3qbu.js","assets/worker-v9B8_Z4F.js","fonts-licence.txt","icon.svg","icons/192.png","icons/512.png","icons/maskable-512.png","icons/touch-180.png","index.html","manifest.webmanifest","games/combat.json","games/combat.wasm","games/mudslinger.json","games/mudslinger.wasm","games/politics.json","games/politics.wasm","games/president.json","games/president.wasm","games/program.json"];
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
