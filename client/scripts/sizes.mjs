// Prints what the first screen and the table weigh, packed as the server sends them. Run after "npm run build".
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const LIMIT = 140 * 1024;
const folder = fileURLToPath(new URL('../../src/hustings/web/static/', import.meta.url));
const weigh = (name) => {
  const plain = readFileSync(folder + name);
  return /\.(woff2|png)$/.test(name) ? plain.length : gzipSync(plain, { level: 9 }).length;
};
const assets = readdirSync(`${folder}assets`).map((name) => `assets/${name}`);
const page = readFileSync(`${folder}index.html`, 'utf8');
const firstScripts = assets.filter((name) => page.includes(name));
// The page names its scripts and styles, and the typefaces it needs first; the styles name all typefaces.
const first = [...new Set(['index.html', 'icon.svg', 'manifest.webmanifest', ...firstScripts, ...assets.filter((name) => name.endsWith('.woff2'))])];
const sum = (names) => names.reduce((total, name) => total + weigh(name), 0);
for (const name of assets) console.log(String(weigh(name)).padStart(7), name);
console.log(`first screen: ${(sum(first) / 1024).toFixed(1)} KiB packed in ${first.length} files, of these typefaces ${(sum(first.filter((name) => name.endsWith('.woff2'))) / 1024).toFixed(1)} KiB`);
console.log(`everything:   ${(sum(['index.html', ...assets]) / 1024).toFixed(1)} KiB packed`);
if (sum(first) > LIMIT) {
  console.error(`the first screen is over its limit of ${LIMIT / 1024} KiB`);
  process.exit(1);
}
