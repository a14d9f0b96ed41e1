/** The addresses of replays, and the seat from which they are first seen. */

/** The seat from which a room was last seen, so that its replay begins there. */
const looked = new Map<string, number>();

export function lookedFrom(code: string): number {
  return looked.get(code) ?? 0;
}

export function lookFrom(code: string, seat: number | null): void {
  if (seat !== null) looked.set(code, seat);
}

/** The address of a point of a room's game; of its last where no game is named. */
export function pointPath(code: string, entry: number, game: number | null = null): string {
  return `/r/${code}/replay/${game === null ? '' : `${game}/`}${entry}`;
}

/** Whether the next replay opens at its turning points rather than at its board. */
let turning = false;

export function openAtTurns(): void {
  turning = true;
}

/** Whether this replay does; asked once. */
export function opensAtTurns(): boolean {
  const now = turning;
  turning = false;
  return now;
}
