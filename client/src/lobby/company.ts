/** Whether people in a room have company, and how they can communicate. */

import { wide } from '../lib/viewport';
import type { RoomInfo } from '../lib/protocol';


/** Whether there is somebody else to write to. */
export function inCompany(room: RoomInfo): boolean {
  return room.spectators > 0 || room.seats.filter((seat) => seat.kind === 'person' || seat.stood_in).length > 1;
}

/** Whether seated players may send reactions. */
export function mayReact(room: RoomInfo): boolean {
  return room.terms.chat || room.terms.reactions;
}

/** Whether the chat stands beside the table: on a wide screen, if there are several people. */
export function isBeside(room: RoomInfo | null): boolean {
  return room !== null && wide.current && room.phase !== 'lobby' && inCompany(room) && mayReact(room);
}
