/** Builds the client without a server: with another entry file, and with a service worker that caches every file. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * Tags for the page's head: paths follow a "#", since no server answers them, and a content policy that allows
 * WebAssembly.
 */
const HEAD = [
  { tag: 'meta', attrs: { name: 'pages', content: 'hash' } },
  {
    tag: 'meta',
    attrs: {
      'http-equiv': 'Content-Security-Policy',
      content: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
    },
  },
];
const SOURCE = resolve(import.meta.dirname, 'offline.js');

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? filesIn(join(folder, one.name)) : [join(folder, one.name)])).sort();
}

/**
 * Name the scripts and styles of the main client in the page, so that they load at once, although the entry file
 * imports them later.
 */
const early: Plugin = {
  name: 'early',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const chunks = Object.values(bundle ?? {}).flatMap((one) => (one.type === 'chunk' ? [one] : []));
      const main = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith('/src/main.ts')));
      if (!main) throw new Error('the client has no chunk of its own');
      const needed = chunks.filter((chunk) => chunk === main || main.imports.includes(chunk.fileName));
      const styles = new Set(needed.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
      return [
        ...needed.filter((chunk) => !html.includes(chunk.fileName)).map((chunk) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `./${chunk.fileName}` }, injectTo: 'head' as const })),
        ...[...styles].map((file) => ({ tag: 'link', attrs: { rel: 'stylesheet', crossorigin: true, href: `./${file}` }, injectTo: 'head' as const })),
      ];
    },
  },
};

/** Embed the list of games in the page, as a server does. */
function gamesTag(folder: string): HtmlTagDescriptor {
  const { games } = JSON.parse(readFileSync(`${folder}/program.json`, 'utf8')) as { games: unknown };
  return { tag: 'script', attrs: { type: 'application/json', id: 'games' }, children: JSON.stringify(games).replaceAll('<', '\\u003c'), injectTo: 'head' };
}

export function offline(): Plugin[] {
  let folder = '';
  const games = process.env['HUSTINGS_GAMES'];
  const page: Plugin = {
    name: 'offline',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    transformIndexHtml: { order: 'pre', handler: (html) => ({ html: html.replace('/src/main.ts', '/src/local/main.ts'), tags: games ? [...HEAD, gamesTag(games)] : HEAD }) },
    closeBundle() {
      rmSync(`${folder}/previews`, { recursive: true }); // images that only a server's pages refer to
      const manifest = `${folder}/manifest.webmanifest`;
      writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll('"/', '"./'));
      const read = (root: string): [string, Buffer][] => filesIn(root).map((path) => [relative(root, path), readFileSync(path)]);
      const files = [...read(folder), ...(games ? read(games).map(([name, content]): [string, Buffer] => [`games/${name}`, content]) : [])];
      const version = createHash('sha256');
      for (const [name, content] of files) version.update(name).update(content);
      const names = files.map(([name]) => name.replaceAll('\\', '/'));
      const source = readFileSync(SOURCE, 'utf8');
      writeFileSync(`${folder}/sw.js`, source.replace('__VERSION__', JSON.stringify(version.digest('hex').slice(0, 16))).replace('__FILES__', JSON.stringify(names)));
    },
  };
  return [page, early];
}
