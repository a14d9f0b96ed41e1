/** Finishes the client without a server: its page is index.html, and a service worker keeps every file of the folder. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = resolve(import.meta.dirname, 'offline.js');

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? filesIn(join(folder, one.name)) : [join(folder, one.name)])).sort();
}

export function offline(): Plugin {
  let folder = '';
  return {
    name: 'offline',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      renameSync(`${folder}/play.html`, `${folder}/index.html`);
      const games = process.env['HUSTINGS_GAMES'];
      const read = (root: string): [string, Buffer][] => filesIn(root).map((path) => [relative(root, path), readFileSync(path)]);
      const files = [...read(folder), ...(games ? read(games).map(([name, content]): [string, Buffer] => [`games/${name}`, content]) : [])];
      const version = createHash('sha256');
      for (const [name, content] of files) version.update(name).update(content);
      const names = files.map(([name]) => name.replaceAll('\\', '/'));
      const source = readFileSync(SOURCE, 'utf8');
      writeFileSync(`${folder}/sw.js`, source.replace('__VERSION__', JSON.stringify(version.digest('hex').slice(0, 16))).replace('__FILES__', JSON.stringify(names)));
    },
  };
}
