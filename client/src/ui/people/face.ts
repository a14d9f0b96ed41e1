/** Portraits composed of parts, drawn for Hustings on a grid of 64 by 72, in the manner of old newspaper woodcuts. */

const INK = '#241d15';
const PAPER = '#fdf6e6';
const SKINS = ['#f7dcc4', '#efc69f', '#dba877', '#bf8a58', '#99683f', '#7a4d31'];
const BLUSH = ['#e58f7c', '#dd8467', '#c87650', '#a55f3c', '#7f4526', '#5c3019'];
const DYES: Readonly<Record<string, string>> = { black: '#332a27', brown: '#6d4526', ginger: '#b8602b', fair: '#d9b15e', grey: '#9b948a', white: '#ece6d8' };
const CLOTHS: Readonly<Record<string, string>> = { rust: '#a8482f', green: '#46684a', plum: '#6f3f63', blue: '#3b5873', brown: '#6b5237' };
const GROUNDS: Readonly<Record<string, string>> = { rust: '#cfdcd6', green: '#f0d9b4', plum: '#e5ddb5', blue: '#f2d3bd', brown: '#d3dfe2' };

const HEADS: Readonly<Record<string, string>> = {
  round: 'M17.5 29c0-9.500 6-15.500 14.500-15.500S46.500 19.500 46.500 29v3c0 9.500-6 15.500-14.500 15.500S17.500 41.500 17.500 32z',
  oval: 'M19 29c0-10 5-16 13-16s13 6 13 16v3c0 9-6 17-13 17s-13-8-13-17z',
  long: 'M19.5 26c0-8.500 4.500-13.500 12.500-13.500S44.500 17.500 44.500 26v11c0 8-5.500 13-12.500 13s-12.500-5-12.500-13z',
  square: 'M18 26c0-8.500 5-13 14-13s14 4.500 14 13v10c0 4.500-1.500 7.500-4.500 9.500-2.500 2-6 3-9.500 3s-7-1-9.500-3C19.500 43.500 18 40.500 18 36z',
};

/** Each style's hair behind the head, and before it. */
const HAIR: Readonly<Record<string, readonly [string, string]>> = {
  short: ['', 'M17.5 29c-2-12 4-18.500 14.500-18.500S48.500 17 46.500 29c-.8-4-2-6.500-4.500-8.500-6 1.500-14 1.500-20 0-2.500 2-3.700 4.500-4.500 8.500z'],
  side: ['', 'M17.5 29.500C14.500 17 20 10 31 9.500c12-.5 18.500 7 15.500 20-.5-5-2-8-4.500-10-6 .5-12-.5-16-4-2 5-6.500 6-8.500 14z'],
  quiff: ['', 'M17.5 29c-2.500-8-1-13.500 3.500-16.500C24 7 30 4.500 37 5.500c7 1 10.500 5.500 10 11 1 4 .5 8-.5 12.500-1-5-2.500-8-5-9.500-7 .5-13 0-17.500-1.500-4 2-5.500 6-6.500 11z'],
  waves: ['M15 42c-3-6 0-9-1-14C13 17 20 9.500 32 9.500S51 17 50 28c-1 5 2 8-1 14-3 2.500-6 2-7 0H22c-1 2-4 2.500-7 0z', 'M17.5 30c-2-12 4-19.500 14.500-19.500S48.500 18 46.500 30c-2-3-2-6-5-8-3 .5-4-2-7-3.500-1 3-4 2-6 4-2 .5-4 0-6 2-3 1-3.500 3-5 5.500z'],
  long: ['M14.500 57c-2.500-8 .5-18-.5-28C13 17 20 9.500 32 9.500S51 17 50 29c-1 10 2 20-.5 28-4 2-8 1.500-10 0H24.500c-2 1.500-6 2-10 0z', 'M17.500 32C15.500 18 21 10.500 32 10.500S48.500 18 46.500 32c-1.500-8-5.500-13-14.500-15.500C23 19 19 24 17.500 32z'],
  bob: ['M14.500 43c-1.500-5 0-9-.5-14C13 17 20 9.500 32 9.500S51 17 50 29c-.5 5 1 9-.5 14-3.500 3-7 2.500-9 1h-17c-2 1.500-5.500 2-9-1z', 'M17.500 31.500C15.500 18 21 10.500 32 10.500s16.500 7.500 14.500 21c-1-5.500-3-9-6-11.500-6 4.500-14.500 5.500-20.500 5.500-1.500 1.500-2 3.500-2.500 6z'],
  fringe: ['M14.500 46c-2-6 0-11-.5-17C13 17 20 9.500 32 9.500S51 17 50 29c-.5 6 1.500 11-.5 17-3.500 2.500-7 2-9 1h-17c-2 1-5.500 1.500-9-1z', 'M17.500 31C15.500 17 21 10.500 32 10.500S48.500 17 46.500 31c-.5-2.500-1-4-1.500-5-8 .8-18 .8-26 0-.5 1-1 2.500-1.500 5z'],
  bun: ['M25 9.500C25 5.500 28 3 32 3s7 2.500 7 6.500-3 6-7 6-7-2-7-6z', 'M17.500 30C15.500 17.500 21 11 32 11s16.500 6.500 14.500 19c-2-6.500-6-10-14.500-10s-12.500 3.500-14.500 10z'],
  updo: ['M17 30c-5-4-5-10-1.500-13C14 10 20 5 32 4.500S50 10 48.500 17c3.500 3 3.500 9-1.500 13z', 'M17.500 31c-2.500-8-1-14 4-17 5 2 9 2.500 15 0 8 1 12 8 10 17-1-5-3-8.500-6.500-10.500-5.500 2-10.500 2-16 .5-3.500 2-5.500 5-6.500 10z'],
  afro: ['M16 38c-5-1-7-6-5-10-3-4-1.500-10 2.500-12 .5-5 5.500-8.500 9.500-7.500 3-4 9-4 12 0 5-1.500 9.500 1.500 10 7 4.500 1.500 6 8 3 12 2.500 4 .5 9.500-4.500 10.500z', 'M18.500 27.500c.5-9 5-13.500 13.500-13.500s13 4.500 13.500 13.500c-1.500-4-3-6-5-7.500-5.500-1.500-11.500-1.500-17 0-2 1.500-3.500 3.500-5 7.500z'],
  curls: ['', 'M17.500 30c-3.500-1.500-4-6-1-8-1.500-4 1.500-7.500 5-7.500 1-4.500 6-6.500 9.500-4 3.500-3 8.500-1.500 9.500 2 4-.5 7 3 6 6.500 3.500 2 3.500 6.500 0 9-.5-3-2-5.500-4-7-2 1.500-4.500 1.500-6 0-2.500 1.500-5 1.500-7 0-2 1.500-4.500 1.500-6.500.5-3 2-4.500 4.500-5.500 8.500z'],
  bunches: ['M16 28c-5-4-12-1-11.500 6 .3 5 4.500 9 7.500 10.500 3-2 6-6.500 6-11zM48 28c5-4 12-1 11.500 6-.3 5-4.500 9-7.500 10.500-3-2-6-6.500-6-11z', 'M17.500 30C15.500 17.500 21 10.500 32 10.500S48.500 17.500 46.500 30c-2-7-6-11-14.500-14.500C23.500 19 19.500 23 17.500 30z'],
  grizzled: ['', 'M18 34c-3.500-4-3.500-11 .5-14 1-1 2.500 0 2.500 1.500-.5 4-1.500 8-3 12.500zM46 34c3.500-4 3.500-11-.5-14-1-1-2.500 0-2.500 1.500.5 4 1.500 8 3 12.500zM25 15.500c2-3.500 12-3.500 14 0-4-1-10-1-14 0z'],
  bald: ['', ''],
  wrap: ['M38 12c2-8 9-10 12-6-1 4-5 7-10 8zM30 9c-3-6 1-9 5-7 2 3 2 6 0 8z', ''],
};

const HATS: Readonly<Record<string, string>> = {
  cap: 'M17 22.500C15.500 13 21 8.500 32 8.500s16 4.500 15 14c-9-3-21-3-30 0zm-1-.5c10-4 24-4.500 35 1.500 2 1.200 1 2.500-1 2.500-11-2.500-22-2-34-.5-1.500-.8-1.500-2.500 0-3.500z',
  beret: 'M15 21.500C9.500 12 17 6 29 5.500 43 5 51 10 48 18c-.5 2-1.500 3-3 4-9-3.500-20.500-3.500-30-.5zM29 5.500c0-1.500.5-2.500 1.500-3.500l2 .5c-.5 1-.5 2-.5 3z',
  flat: 'M15 22.500C12 13 19 8.500 30 8.500c12 0 19 4 21 10 1.500 3 1.500 5 .5 6.500-10-5-25-5.500-36.500-2.500z',
  straw: 'M19.500 19.500V9c8-2 17-2 25 0v10.500c-8 1.500-17 1.500-25 0zM9 20.500c4-3 8-3 10.500-2.500 8 1.500 17 1.500 25 0 2.500-.5 6.500-.5 10.500 2.500-4 5-42 5-46 0z',
  bonnet: 'M16 21c0-9 6-13.500 16-13.500S48 12 48 21c-9-3.500-23-3.500-32 0z',
  homburg: 'M18.500 19.500C17.500 10 19 5.500 24 4.500c3 1.500 5 2 8 2s5-.5 8-2c5 1 6.500 5.500 5.500 15-9 2-18 2-27 0zM9 19c2.500-2 6-1.500 9.500-.5 8 2 19 2 27 0C49 17.500 52.500 17 55 19c-2 7-44 7-46 0z',
  top: 'M20.500 20L18.500 3c8-2 19-2 27 0l-2 17c-8 1.500-15 1.500-23 0zM11 20c3-2.500 6-2 9.500-1.500 8 1.500 15 1.500 23 0C47 18 50 17.500 53 20c-3 5.500-39 5.500-42 0z',
  plume: 'M19 19c-1-7.500 4-12.500 13-12.500 8 0 13.500 3.500 14 10-10-1.500-18-.5-27 2.500zM8 22.500c13-8 34-10.500 48-4.500 1.500 2.500 0 4.500-2 4.500-15-3.500-28-2-42 3.500-2.500 0-4-1-4-3.500z',
};

const BEARDS: Readonly<Record<string, string>> = {
  moustache: 'M24.500 39c2-3.500 5-4 7.500-2 2.500-2 5.500-1.500 7.500 2-2.500 1.500-5 1.500-7.500 0-2.500 1.500-5 1.500-7.500 0z',
  waxed: 'M32 37.500c-2.500-1-5-.5-6.500 1-1.500 1-3.500.5-4.500-2-.5 4 2 5.500 5 5 2.500-.3 4.500-1.200 6-2.500 1.500 1.300 3.500 2.200 6 2.500 3 .5 5.500-1 5-5-1 2.500-3 3-4.500 2-1.500-1.500-4-2-6.500-1z',
  full: 'M18.500 33c-1 12 4 18.500 13.500 18.500S46.500 45 45.500 33c-1.500 3.500-3.500 5-6 5-5-2.500-10-2.500-15 0-2.500 0-4.500-1.500-6-5z',
  long: 'M18.500 33c-2 14 2 29 13.500 31 11.500-2 15.500-17 13.500-31-1.500 3.500-3.500 5-6 5-5-2.500-10-2.500-15 0-2.500 0-4.500-1.500-6-5z',
  goatee: 'M27.3 46q4.700-2.200 9.400 0 .3 6.800-4.700 7.800-5-1-4.700-7.800z',
  chops: 'M18 29c-1.500 9 0 15 5 18 3.500 0 4.500-2.500 3-5-3-2-5-6-5-12.500zM46 29c1.500 9 0 15-5 18-3.500 0-4.500-2.500-3-5 3-2 5-6 5-12.500z',
};

const MOUTHS: Readonly<Record<string, string>> = {
  smile: '<path d="M26.500 41.500q5.500 4.800 11 0" fill="none"/>',
  grin: `<path d="M25.500 40.500q6.500 2 13 0-1.500 5.500-6.500 5.500t-6.500-5.500z" fill="${PAPER}"/>`,
  wry: '<path d="M27 43q5.500.8 10-2.800" fill="none"/>',
  flat: '<path d="M27.500 42.300q4.500 1.200 9 0" fill="none"/>',
  open: '<path d="M28.500 41.300q3.500-1 7 0 0 4-3.500 4t-3.500-4z" fill="#8c3b2b"/>',
};

const GLASSES: Readonly<Record<string, string>> = {
  round: '<circle cx="25.800" cy="31.500" r="4.800"/><circle cx="38.200" cy="31.500" r="4.800"/><path d="M30.600 31q1.400-1.200 2.800 0M21 31l-3-1M43 31l3-1"/>',
  square: '<path d="M20.800 28h9.700v6.600q-4.800 1.500-9.700 0zM33.500 28h9.700v6.600q-4.800 1.500-9.700 0zM30.500 30.200h3M20.800 30l-3-.8M43.200 30l3-.8"/>',
  cat: '<path d="M19.500 27.300l3.500 1.200h7.500q.3 6-4.500 6.300-5 0-5-4.800zM44.500 27.300L41 28.500h-7.500q-.3 6 4.500 6.300 5 0 5-4.800zM30.500 30.300h3"/>',
  half: '<path d="M21 33h9.500q-.2 4.500-4.800 4.500T21 33zM33.500 33H43q-.2 4.500-4.700 4.500T33.500 33zM30.500 33.500q1.500-1 3 0M21 33l-3-2M43 33l3-2"/>',
};

const EARRINGS: Readonly<Record<string, string>> = {
  studs: '<circle cx="17" cy="37" r="1.300" fill="#d8a531"/><circle cx="47" cy="37" r="1.300" fill="#d8a531"/>',
  hoops: '<g fill="none" stroke="#d8a531" stroke-width="1.500"><circle cx="16.500" cy="39.500" r="3.200"/><circle cx="47.500" cy="39.500" r="3.200"/></g>',
  pearls: `<g fill="${PAPER}" stroke-width="1"><circle cx="17" cy="37.800" r="2"/><circle cx="47" cy="37.800" r="2"/></g>`,
};

const MARKS: Readonly<Record<string, string>> = {
  freckles: '<g fill="#a9673f" stroke="none"><circle cx="23" cy="36.500" r=".7"/><circle cx="25.500" cy="37.600" r=".7"/><circle cx="27" cy="35.900" r=".7"/><circle cx="37" cy="35.900" r=".7"/><circle cx="38.500" cy="37.600" r=".7"/><circle cx="41" cy="36.500" r=".7"/></g>',
  lines: '<path d="M20.500 33.500l-1.500 1M43.500 33.500l1.500 1M25.500 38.500q-1.300 1.500-1.300 3.300M38.500 38.500q1.300 1.500 1.300 3.300M28 22.500q4-1 8 0" fill="none" stroke-width=".8" opacity=".55"/>',
  blush: '<circle cx="32" cy="36" r="2.600" fill="#d77b63" stroke="none" opacity=".55"/>',
};

/** Collars and other neckwear; `cloth` is the garment's colour. */
const COLLARS: Readonly<Record<string, (cloth: string) => string>> = {
  tee: () => '<path d="M24 53.500q8 7.500 16 0" fill="none"/>',
  round: () => `<path d="M22.500 54q9.500 11.500 19 0l2.500 1.300q-12 15-24 0z" fill="${PAPER}"/>`,
  shirt: () => `<path d="M25 52l7 9 7-9 4.500 3.500-6.500 8.500-5-3-5 3-6.500-8.500z" fill="${PAPER}"/><path d="M32 61v11" fill="none"/>`,
  lapels: (cloth) => `<path d="M25 52l7 20 7-20z" fill="${PAPER}"/><path d="M30.200 58h3.600l1.700 14h-7z" fill="${cloth === CLOTHS['rust'] ? CLOTHS['blue'] : CLOTHS['rust']}"/><path d="M25 52l-5.500 3.500 3 6-2 2L29 72l3-2.500L25 52zM39 52l5.500 3.500-3 6 2 2L35 72l-3-2.500L39 52z" fill="${cloth}"/>`,
  bow: (cloth) => `<path d="M24.500 53L29 72h6l4.500-19z" fill="${PAPER}"/><path d="M32 57.500l-6.500-3v6.500l6.500-2.500 6.500 2.500v-6.500z" fill="${cloth === CLOTHS['rust'] ? CLOTHS['green'] : CLOTHS['rust']}"/>`,
  braces: (cloth) => `<path d="M6 72q1-14 14-16.500l6-2.500h12l6 2.500Q57 58 58 72z" fill="${PAPER}"/><path d="M25 53l7 7.500 7-7.500" fill="none"/><path d="M16.500 57.500l4-1.500L24 72h-5zM47.500 57.500l-4-1.500L40 72h5z" fill="${cloth}"/>`,
  scarf: (cloth) => `<path d="M22 50q10 5 20 0l2.500 6q-12.500 7-25 0zM34 58l8 2-1 12h-7z" fill="${cloth === CLOTHS['rust'] ? '#d9a13a' : CLOTHS['rust']}"/>`,
  lace: () => `<path d="M23 52.500q9 6 18 0l4 3q.5 2.500-2 3 0 2.500-3 2.500-.8 2.200-3.500 1.700-1.500 2-4.500.8-3 1.200-4.500-.8-2.700.5-3.500-1.700-3 0-3-2.500-2.500-.5-2-3z" fill="${PAPER}"/><circle cx="32" cy="58.500" r="1.900" fill="#d8a531"/>`,
};

export interface Face {
  head: string;
  skin: number;
  hair: string;
  dye: string;
  hat?: string;
  glasses?: string;
  beard?: string;
  marks?: string;
  ears?: string;
  mouth: string;
  collar: string;
  cloth: string;
}

const shape = (d: string | undefined, fill: string, more = ''): string => (d ? `<path d="${d}" fill="${fill}" ${more}/>` : '');

/** Return the band of a hat, its flowers or its feather. */
function trimming(hat: string | undefined, colour: string): string {
  if (hat === 'straw' || hat === 'homburg' || hat === 'top') return shape('M19.500 15.500q12.500 3 25 0v4q-12.500 3-25 0z', colour, 'stroke-width="1"');
  if (hat === 'bonnet') return '<g fill="#d9604a" stroke-width="1"><circle cx="38" cy="16" r="3.200"/><circle cx="44" cy="17.500" r="2.600" fill="#d9a13a"/><circle cx="41" cy="12" r="2.400" fill="#fdf6e6"/></g>';
  if (hat === 'plume') return shape('M42 17C45 7 53 .5 59 3.500 60 10 53 16 44 18z', '#fdf6e6') + '<path d="M44 16.500Q50 10 57 5.500" fill="none" stroke-width=".9"/>';
  return '';
}

function hatted(face: Face, cloth: string): string {
  if (face.hair === 'wrap') return shape('M16.500 27C14.500 14 20 8 32 8s17.500 6 15.500 19c-9-6.500-22-6.500-31 0z', '#d9a13a') + '<path d="M18 21q12-9 27-5M24 11.500q11-1 22 9.500" fill="none" stroke-width="1"/>';
  const colour = face.hat === 'straw' ? '#e6c877' : face.hat === 'top' || face.hat === 'homburg' ? '#4b423b' : cloth;
  return shape(HATS[face.hat ?? ''], colour) + trimming(face.hat, face.hat === 'straw' ? CLOTHS['blue'] ?? '' : CLOTHS['rust'] ?? '');
}

/** The parts of a portrait as SVG, for a viewBox of 64 by 72. */
export function drawn(face: Face): string {
  const skin = SKINS[face.skin] ?? '';
  const dye = DYES[face.dye] ?? '';
  const cloth = CLOTHS[face.cloth] ?? '';
  const [behind, before] = HAIR[face.hair] ?? ['', ''];
  const wrapped = face.hair === 'wrap' ? '#d9a13a' : dye;
  const brow = face.dye === 'white' ? DYES['grey'] : face.skin > 3 ? INK : DYES[face.dye === 'fair' ? 'brown' : face.dye];
  const stubble = face.beard === 'stubble' ? `<path d="M19 36q1.500 12.500 13 12.500T45 36q-2 3-6 3-7-1.500-14 0-4 0-6-3z" fill="${dye}" stroke="none" opacity=".28"/>` : '';
  return [
    `<rect width="64" height="72" fill="${GROUNDS[face.cloth] ?? PAPER}"/>`,
    `<g stroke="${INK}" stroke-width="1.500" stroke-linejoin="round" stroke-linecap="round">`,
    shape(behind, wrapped),
    shape('M26 42h12v12q-6 5-12 0z', skin),
    shape('M6 72q1-14 14-16.500l6-2.500q6 5 12 0l6 2.500Q57 58 58 72z', cloth),
    COLLARS[face.collar]?.(cloth) ?? '',
    `<circle cx="17.800" cy="32.500" r="3.200" fill="${skin}"/><circle cx="46.200" cy="32.500" r="3.200" fill="${skin}"/>`,
    shape(HEADS[face.head], skin),
    `<g fill="${BLUSH[face.skin]}" stroke="none" opacity=".38"><circle cx="23.300" cy="37" r="3.300"/><circle cx="40.700" cy="37" r="3.300"/></g>`,
    MARKS[face.marks ?? ''] ?? '',
    stubble,
    shape(BEARDS[face.beard ?? ''], dye),
    `<g fill="${PAPER}" stroke="none"><ellipse cx="26" cy="31.700" rx="2.900" ry="2.500"/><ellipse cx="38" cy="31.700" rx="2.900" ry="2.500"/></g>`,
    `<g fill="${INK}" stroke="none"><circle cx="26.300" cy="31.800" r="1.700"/><circle cx="37.700" cy="31.800" r="1.700"/></g>`,
    '<path d="M22.900 30.700q3-2.700 6.200-.3M41.100 30.700q-3-2.700-6.200-.3" fill="none" stroke-width="1.200"/>',
    `<path d="M22.500 26.600q3.200-2.300 6.500-.6M41.500 26.600q-3.200-2.300-6.500-.6" fill="none" stroke="${brow}" stroke-width="2"/>`,
    '<path d="M32.300 32q-.6 3.300-2 4.700 1.300 1.200 3.200.4" fill="none" stroke-width="1.200"/>',
    MOUTHS[face.mouth] ?? '',
    shape(before, dye),
    face.hair === 'bald' && !face.hat ? `<path d="M25 18.500q3-2.700 7-2.800" fill="none" stroke="${PAPER}" opacity=".7"/>` : '',
    EARRINGS[face.ears ?? ''] ?? '',
    face.glasses ? `<g fill="${PAPER}" fill-opacity=".28" stroke-width="1.300">${GLASSES[face.glasses]}</g>` : '',
    hatted(face, cloth),
    '</g>',
  ].join('');
}
