/** The final map as a PNG to save or share, drawn in the browser. */

import { download } from '../../lib/download';
import { CALL_OUTS, type Holding } from '../../map/holdings';
import shapes from '../../map/shapes.json';
import { MARKS } from '../../ui/icons/marks';
import { words } from '../../words';
import { rankingOf, type Outcome, type Story } from './outcome';

const [WIDTH, HEIGHT] = [1200, 1500];
const MARGIN = 70;
const MAP = { top: 480, scale: (WIDTH - 2 * MARGIN) / 1046 };
const BOX = { x: 975, y: 148, width: 66, height: 30, step: 36 };
const known = shapes.states as Readonly<Record<string, { path: string; x: number; y: number }>>;

/** Read the colours of the page, in its light or dark theme. */
function colours(): (name: string) => string {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

/** The largest font size at which a text fits the width in one line. */
function fitted(pen: CanvasRenderingContext2D, text: string, largest: number, width: number): number {
  pen.font = `${largest}px "Alfa Slab One"`;
  return Math.min(largest, (largest * width) / Math.max(1, pen.measureText(text).width));
}

/** Break a text into as many lines as it needs, between words. */
function lines(pen: CanvasRenderingContext2D, text: string, width: number): string[] {
  return text.split(' ').reduce<string[]>((all, word) => {
    const longer = `${all.at(-1) ?? ''} ${word}`.trim();
    if (all.length > 0 && pen.measureText(longer).width <= width) return [...all.slice(0, -1), longer];
    return [...all, word];
  }, []);
}

function hatching(colour: (name: string) => string, ink: number): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 8;
  const pen = tile.getContext('2d');
  if (!pen) return colour(`side-${ink}`);
  pen.fillStyle = colour(`side-${ink}`);
  pen.fillRect(0, 0, 8, 8);
  pen.globalAlpha = 0.35;
  pen.fillStyle = pen.strokeStyle = colour(`side-${ink}-on`);
  const mark = new Path2D(MARKS[ink]);
  if (ink === 1) pen.fill(mark);
  else pen.stroke(mark);
  return pen.createPattern(tile, 'repeat') ?? colour(`side-${ink}`);
}

function drawMap(pen: CanvasRenderingContext2D, holdings: readonly Holding[], colour: (name: string) => string): void {
  const fills = new Map<number, CanvasPattern | string>();
  const fillOf = ({ side }: Holding): CanvasPattern | string => {
    if (!side) return colour('sheet');
    if (!fills.has(side.ink)) fills.set(side.ink, hatching(colour, side.ink));
    return fills.get(side.ink) ?? '';
  };
  pen.lineWidth = 1.3;
  pen.strokeStyle = colour('ink');
  for (const one of holdings) {
    const path = new Path2D(known[one.code]?.path ?? '');
    pen.fillStyle = fillOf(one);
    pen.fill(path);
    pen.stroke(path);
  }
  pen.textAlign = 'center';
  for (const one of holdings) {
    const shape = known[one.code];
    if (!shape) continue;
    const at = CALL_OUTS.findIndex((code) => code === one.code);
    if (at >= 0) drawBox(pen, one, BOX.y + at * BOX.step, fillOf(one), colour);
    else drawCode(pen, one, shape.x, shape.y, colour);
  }
}

/** Draw the land and territories that are not at stake in the game. */
function drawLand(pen: CanvasRenderingContext2D, { holdings }: Outcome, colour: (name: string) => string): void {
  pen.fillStyle = colour('shade');
  pen.strokeStyle = colour('line');
  for (const [code, { path }] of Object.entries(known)) {
    if (holdings.some((one) => one.code === code)) continue;
    const shape = new Path2D(path);
    pen.fill(shape);
    pen.stroke(shape);
  }
}

function drawCode(pen: CanvasRenderingContext2D, { code, side }: Holding, x: number, y: number, colour: (name: string) => string): void {
  if (side) {
    pen.fillStyle = colour(`side-${side.ink}`);
    pen.fillRect(x - 17, y - 18, 34, 36);
  }
  pen.fillStyle = side ? colour(`side-${side.ink}-on`) : colour('ink');
  pen.font = '18px "Alfa Slab One"';
  pen.fillText(code, x, side ? y - 1 : y + 6);
  if (side) pen.fillText(side.letter, x, y + 15);
}

function drawBox(pen: CanvasRenderingContext2D, { code, side }: Holding, y: number, fill: CanvasPattern | string, colour: (name: string) => string): void {
  pen.fillStyle = fill;
  pen.fillRect(BOX.x, y, BOX.width, BOX.height);
  pen.strokeRect(BOX.x, y, BOX.width, BOX.height);
  if (side) {
    pen.fillStyle = colour(`side-${side.ink}`);
    pen.fillRect(BOX.x + 3, y + 4, BOX.width - 6, BOX.height - 8);
  }
  pen.fillStyle = side ? colour(`side-${side.ink}-on`) : colour('ink');
  pen.font = '17px "Alfa Slab One"';
  pen.fillText(side ? `${code} ${side.letter}` : code, BOX.x + BOX.width / 2, y + 21);
}

/** Draw the poster; returns a PNG. */
export async function drawPoster(outcome: Outcome, story: Story): Promise<Blob> {
  await Promise.all(['"Alfa Slab One"', '"League Gothic"', '"Source Serif 4"'].map((face) => document.fonts.load(`40px ${face}`)));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  const colour = colours();
  frame(pen, colour);
  head(pen, story, colour);
  pen.save();
  pen.translate(MARGIN, MAP.top);
  pen.scale(MAP.scale, MAP.scale);
  pen.beginPath();
  pen.rect(-12, -20, 1070, 660);
  pen.clip(); // the westernmost Aleutian islands lie outside the sheet
  drawLand(pen, outcome, colour);
  drawMap(pen, outcome.holdings, colour);
  pen.restore();
  names(pen, outcome, story, colour);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
}

function frame(pen: CanvasRenderingContext2D, colour: (name: string) => string): void {
  pen.fillStyle = colour('paper');
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = pen.fillStyle = colour('ink');
  pen.lineWidth = 8;
  pen.strokeRect(28, 28, WIDTH - 56, HEIGHT - 56);
  pen.lineWidth = 2;
  pen.strokeRect(42, 42, WIDTH - 84, HEIGHT - 84);
  pen.textAlign = 'center';
}

function head(pen: CanvasRenderingContext2D, story: Story, colour: (name: string) => string): void {
  const width = WIDTH - 2 * MARGIN;
  pen.font = '46px "League Gothic"';
  pen.fillText(words.press.extra.toUpperCase(), WIDTH / 2, 118);
  pen.fillRect(MARGIN, 138, width, 5);
  pen.font = '112px "Alfa Slab One"';
  const title = lines(pen, story.headline.toUpperCase(), width).slice(0, 3);
  const size = Math.min(...title.map((line) => fitted(pen, line, title.length > 2 ? 84 : 112, width)));
  pen.font = `${size}px "Alfa Slab One"`;
  title.forEach((line, k) => pen.fillText(line, WIDTH / 2, 165 + size * (k + 0.85)));
  pen.fillStyle = colour('soft');
  pen.font = '36px "Source Serif 4"';
  pen.fillText(story.line, WIDTH / 2, 215 + size * title.length, width);
  pen.fillStyle = colour('ink');
}

function names(pen: CanvasRenderingContext2D, outcome: Outcome, story: Story, colour: (name: string) => string): void {
  const top = MAP.top + 612 * MAP.scale + 72;
  const ranking = rankingOf(outcome);
  const columns = ranking.length > 3 ? 2 : 1;
  const wide = (WIDTH - 2 * MARGIN) / columns;
  ranking.forEach(({ side, votes, dropped }, k) => {
    const [x, y] = [MARGIN + (k % columns) * wide, top + Math.floor(k / columns) * 66];
    pen.fillStyle = hatching(colour, side.ink);
    pen.fillRect(x, y - 40, 52, 52);
    pen.fillStyle = colour('ink');
    pen.font = '44px "Alfa Slab One"';
    pen.textAlign = 'left';
    pen.fillText(side.name, x + 72, y, wide - 230);
    pen.textAlign = 'right';
    if (dropped !== null) pen.font = '30px "Source Serif 4"';
    pen.fillText(dropped === null ? String(votes) : words.press.left(dropped), x + wide - 24, y, 200);
  });
  pen.textAlign = 'center';
  pen.font = '32px "Source Serif 4"';
  pen.fillText(story.decided, WIDTH / 2, HEIGHT - 128, WIDTH - 2 * MARGIN);
  pen.font = '36px "League Gothic"';
  pen.fillStyle = colour('soft');
  pen.fillText(`${outcome.title} · ${words.name}`.toUpperCase(), WIDTH / 2, HEIGHT - 72);
}

/** Save a picture as a file. */
export const keep = (picture: Blob): void => download(picture, 'hustings-map.png');

/** Share a picture with other apps; return false if this device cannot. */
export async function send(picture: Blob, title: string): Promise<boolean> {
  const files = [new File([picture], 'hustings-map.png', { type: 'image/png' })];
  if (!navigator.canShare?.({ files })) return false;
  try {
    await navigator.share({ files, title });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) return false; // a person who cancels wants no file
  }
  return true;
}
