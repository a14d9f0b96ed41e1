/** Choose how many lines of text each state on a narrow map has, so that no label lies over another. */

/** A label in the units of the map: its middle and the room around it. */
export interface Spot {
  code: string;
  x: number;
  y: number;
  /** The distance from the middle to the state's border; Infinity for a label in the sea. */
  room: number;
}

/** Half the width and half the height of a label, in sizes of its letters. */
export function halfOf(lines: number): readonly [wide: number, high: number] {
  return [1.1, lines === 2 ? 1.03 : 0.55];
}

/**
 * The number of lines of each label: 2, 1 or 0. Labels with more room come first.
 * `least`: the least room for one line and for two lines, in sizes of the letters.
 */
export function linesOf(spots: readonly Spot[], size: number, least: readonly [one: number, two: number]): Map<string, number> {
  const placed: { x: number; y: number; half: readonly [number, number] }[] = [];
  const free = ({ x, y }: Spot, lines: number): boolean => {
    const [wide, high] = halfOf(lines);
    return placed.every((other) => Math.abs(other.x - x) >= size * (other.half[0] + wide) || Math.abs(other.y - y) >= size * (other.half[1] + high));
  };
  const found = new Map<string, number>();
  for (const spot of [...spots].sort((one, other) => other.room - one.room || (one.code < other.code ? -1 : 1))) {
    const lines = [2, 1].find((lines) => spot.room >= size * (least[lines - 1] ?? 0) && free(spot, lines)) ?? 0;
    found.set(spot.code, lines);
    if (lines > 0) placed.push({ x: spot.x, y: spot.y, half: halfOf(lines) });
  }
  return found;
}
