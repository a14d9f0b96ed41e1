/** Writes the service worker beside the built client and fills in its version and the names of the built files. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = resolve(import.meta.dirname, 'worker.js');
/** Chunks that an offline page needs in addition to those it names itself. */
const LAZY = /^\/assets\/Unreached-/;

export function serviceWorker(): Plugin {
  let folder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      const read = (path: string): string => readFileSync(`${folder}${path}`, 'utf8');
      const files = readdirSync(`${folder}/assets`).sort().map((name) => `/assets/${name}`);
      const page = read('/index.html');
      const styles = files.filter((path) => page.includes(path) && path.endsWith('.css')).map(read).join('');
      const shell = files.filter((path) => page.includes(path) || styles.includes(path) || LAZY.test(path));
      const source = readFileSync(SOURCE, 'utf8');
      // File names contain a hash of the content, so they are enough for the version.
      const version = createHash('sha256').update([source, page, ...files].join('\0')).digest('hex').slice(0, 16);
      const filled = source
        .replace('__VERSION__', JSON.stringify(version))
        .replace('__FILES__', JSON.stringify(files))
        .replace('__SHELL__', JSON.stringify([...shell, '/icon.svg']));
      writeFileSync(`${folder}/sw.js`, filled);
    },
  };
}
