/** The addresses of replays, and how a replay opens: from which seat, and at its board or its turning points. */

/** The seat from which each room was last seen. Its replay starts with the same seat. */
const looked = new Map<string, number>();

export function lookedFrom(code: string): number {
  return looked.get(code) ?? 0;
}

export function lookFrom(code: string, seat: number | null): void {
  if (seat !== null) looked.set(code, seat);
}

/** The address of a point of a room's game; by default of its last game. */
export function pointPath(code: string, entry: number, game: number | null = null): string {
  return `/r/${code}/replay/${game === null ? '' : `${game}/`}${entry}`;
}

/** Whether the next replay opens at its turning points rather than at its board. */
let turning = false;

export function openAtTurns(): void {
  turning = true;
}

/** Whether this replay opens at its turning points. The request is cleared by the first call. */
export function opensAtTurns(): boolean {
  const now = turning;
  turning = false;
  return now;
}
