import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { serviceWorker } from './worker/plugin.ts';

/**
 * What every table needs beside its own board goes into one file, so that a table takes few requests; but what is opened
 * later (the night, the keys, the chat) or only on some pages (the lobby, a television) has files of its own.
 */
const SHARED = /\/src\/games\/(?:moveText|[a-z]+\/(?:say|view))\.ts|\/src\/(?:table(?!\/(?:night\/(?:poster|Finale|FrontPage|NightShow)|lookup|speech|keys\/KeyList|panel\/Television))|map(?!\/(?:SmallMap|BubbleMap|Plates|PlateMap))|rules|lobby(?!\/(?:Lobby|Terms|OptionFields|GameFields|SettingField|Chat|RoomMenu|SeatRow|MoveChair|SeatCodeSlip|Days|Invite|OwnGame|ComeBack|RoomData|TellMe)\.))\/|\/src\/ui\/(?:Sheet\.|Choice|Name|TwicePressed|drag|hints|uppermost|meters\/|icons\/(?:SideMark|Pyramid)|people\/(?!face|cast|LevelPeople))|\/src\/lib\/(?:odds|sides|frames|chairs|calls|reactions|share)|\/src\/words\/(?:clauses|render|people\.ts)|\/src\/session\/room(?:Api)?\.ts|\/src\/cards\/deck\.ts|\/svelte\/src\/transition\//;

/** What everything needs: the runtime of Svelte, and what words are put together with in every language. */
const EVERYWHERE = /\/node_modules\/(?:clsx|svelte\/src\/(?!transition))|preload-helper|\/src\/(?:lib\/(?:settings|read|viewport)|words\/(?:common|language)\.ts)/;

const SERVER = process.env['HUSTINGS_SERVER'] ?? 'http://127.0.0.1:8123';

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  build: {
    outDir: '../src/hustings/web/static',
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'everywhere', test: EVERYWHERE }, { name: 'table', test: SHARED }] } },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: SERVER, ws: true, changeOrigin: false } },
  },
  test: {
    isolate: false, // no file of tests leaves anything behind, and starting a world for each costs more than all of them
    testTimeout: 60_000, // for hangs: a busy machine is slow
    setupFiles: ['./tests/allWords.ts'],
    projects: [
      { extends: true, test: { name: 'plain', include: ['tests/**/*.test.ts'], exclude: ['tests/**/*.svelte.test.ts'], environment: 'node' } },
      { extends: true, resolve: { conditions: ['browser'] }, test: { name: 'effects', server: { deps: { inline: ['svelte'] } }, include: ['tests/**/*.svelte.test.ts'], environment: './tests/browserlike.ts' } },
    ],
  },
});
