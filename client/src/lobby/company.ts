/** Who is in a room, and how they can speak to each other. */

import { wide } from '../lib/viewport';
import type { RoomInfo } from '../lib/protocol';


/** Whether there is anybody to write to. */
export function inCompany(room: RoomInfo): boolean {
  return room.spectators > 0 || room.seats.filter((seat) => seat.kind === 'person' || seat.stood_in).length > 1;
}

/** Whether seated people may send reactions. */
export function mayReact(room: RoomInfo): boolean {
  return room.terms.chat || room.terms.reactions;
}

/** Whether what people say stands beside the table: on a wide screen, between people. */
export function isBeside(room: RoomInfo | null): boolean {
  return room !== null && wide.current && room.phase !== 'lobby' && inCompany(room) && mayReact(room);
}
