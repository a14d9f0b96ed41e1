/** The client without a server: a folder of files, for any place on any host. */

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import table from './vite.config.ts';
import { offline } from './worker/offline.ts';

export default defineConfig({
  ...table,
  base: './',
  plugins: [svelte(), offline()],
  build: { ...table.build, outDir: process.env['HUSTINGS_SITE'] ?? '../site/play' },
});
