import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const SERVER = process.env['HUSTINGS_SERVER'] ?? 'http://127.0.0.1:8123';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/hustings/web/static',
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: SERVER, ws: true, changeOrigin: false } },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
