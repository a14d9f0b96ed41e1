/** Chances of three dice, exactly: how many of the 216 throws make at most a number. */

const FACES = [1, 2, 3, 4, 5, 6];
const SUMS = FACES.flatMap((a) => FACES.flatMap((b) => FACES.map((c) => a + b + c)));

export function atMost(sum: number): number {
  return SUMS.filter((one) => one <= sum).length / SUMS.length;
}
