// Builds src/map/shapes.json: the outline of every state and DC as a short SVG path, with a place for its label.
//
// Source: us-atlas (Census Bureau shapes, public domain; package ISC), already in Albers USA with Alaska and Hawaii as
// insets, in a frame of 975 x 610. Shared borders are simplified once, so neighbours still meet.
// Run "npm run map" after changing it; a test compares the committed file with a fresh run.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import polylabel from 'polylabel';
import { feature, mesh } from 'topojson-client';
import { presimplify, simplify, filter, filterWeight } from 'topojson-simplify';

const LEAST_AREA = 0.9; // square units of the frame a bend must span to be kept
const LEAST_ISLAND = 1.6;
/** Labels that stand better in the sea than on the land. */
const BESIDE = { HI: { x: 268, y: 590 } };

const CODES = {
  '01': 'AL', '02': 'AK', '04': 'AZ', '05': 'AR', '06': 'CA', '08': 'CO', '09': 'CT', 10: 'DE', 11: 'DC', 12: 'FL',
  13: 'GA', 15: 'HI', 16: 'ID', 17: 'IL', 18: 'IN', 19: 'IA', 20: 'KS', 21: 'KY', 22: 'LA', 23: 'ME', 24: 'MD',
  25: 'MA', 26: 'MI', 27: 'MN', 28: 'MS', 29: 'MO', 30: 'MT', 31: 'NE', 32: 'NV', 33: 'NH', 34: 'NJ', 35: 'NM',
  36: 'NY', 37: 'NC', 38: 'ND', 39: 'OH', 40: 'OK', 41: 'OR', 42: 'PA', 44: 'RI', 45: 'SC', 46: 'SD', 47: 'TN',
  48: 'TX', 49: 'UT', 50: 'VT', 51: 'VA', 53: 'WA', 54: 'WV', 55: 'WI', 56: 'WY',
};

const ringsOf = (geometry) => (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates);

/** Tenths as a number without its leading zero. */
const brief = (tenths) => String(tenths / 10).replace(/^(-?)0\./, '$1.');

/** Points as a relative path in tenths of a unit, without points that do not move. */
function pathOf(points, closed) {
  let [x, y] = points[0].map((n) => Math.round(n * 10));
  let text = `M${x / 10},${y / 10}`;
  let steps = '';
  for (const point of points.slice(1, closed ? -1 : undefined)) {
    const [nx, ny] = point.map((n) => Math.round(n * 10));
    if (nx === x && ny === y) continue;
    const [dx, dy] = [brief(nx - x), brief(ny - y)];
    steps += (steps && !dx.startsWith('-') ? ' ' : '') + dx + (dy.startsWith('-') ? '' : ',') + dy;
    [x, y] = [nx, ny];
  }
  return text + (steps && `l${steps}`) + (closed ? 'Z' : '');
}

/** Twice the area within a ring. */
function area(ring) {
  return Math.abs(ring.reduce((sum, [x, y], k) => {
    const [nextX, nextY] = ring[(k + 1) % ring.length];
    return sum + x * nextY - nextX * y;
  }, 0));
}

/** The roomiest place in the largest part of a state, labels being wider than high. */
function labelOf(geometry) {
  const WIDE = 1.5;
  const squeezed = ringsOf(geometry).map((rings) => rings.map((ring) => ring.map(([x, y]) => [x / WIDE, y])));
  const [largest] = squeezed.sort((a, b) => area(b[0]) - area(a[0]));
  const place = polylabel(largest, 0.1);
  return { x: Math.round(place[0] * WIDE), y: Math.round(place[1]), room: Math.round(place.distance) };
}

/** Where a state lies in the frame: x, y, width, height. */
function boxOf(geometry) {
  const points = ringsOf(geometry).flat(2);
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const [x, y] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))];
  return [x, y, Math.ceil(Math.max(...xs)) - x, Math.ceil(Math.max(...ys)) - y];
}

export function build() {
  const source = fileURLToPath(new URL('../node_modules/us-atlas/states-albers-10m.json', import.meta.url));
  const weighted = presimplify(JSON.parse(readFileSync(source, 'utf8')));
  const coarse = filter(simplify(weighted, LEAST_AREA), filterWeight(weighted, LEAST_ISLAND));
  const states = {};
  for (const one of feature(coarse, coarse.objects.states).features) {
    const code = CODES[one.id];
    if (!code || !one.geometry) continue;
    const path = ringsOf(one.geometry).flatMap((rings) => rings.map((ring) => pathOf(ring, true))).join('');
    states[code] = { path, ...labelOf(one.geometry), ...BESIDE[code], box: boxOf(one.geometry) };
  }
  const between = mesh(coarse, coarse.objects.states, (a, b) => a !== b);
  const borders = between.coordinates.map((line) => pathOf(line, false)).join('');
  const sorted = Object.fromEntries(Object.entries(states).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { width: 975, height: 610, borders, states: sorted };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = JSON.stringify(build()).replaceAll('},', '},\n') + '\n';
  writeFileSync(fileURLToPath(new URL('../src/map/shapes.json', import.meta.url)), text);
  console.log(`${Object.keys(JSON.parse(text).states).length} states, ${text.length} bytes`);
}
