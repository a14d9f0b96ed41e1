/**
 * The messages of the protocol and the close codes of its sockets. `scripts/build_client.py types` generates the files
 * in protocol/ from src/hustings/web/protocol; they are not committed.
 */

export type * from './protocol/classes';
export type * from './protocol/clubs';
export type * from './protocol/games';
export type * from './protocol/notices';
export type * from './protocol/replays';
export type * from './protocol/rooms';
export type * from './protocol/static';
export type * from './protocol/table';

export const CLOSE_RESTART = 1012;
export const CLOSE_MOVED = 4307;
export const CLOSE_REPLACED = 4000;
export const CLOSE_REMOVED = 4403;
export const CLOSE_NO_ROOM = 4404;
export const CLOSE_BANNED = 1008;
export const CLOSE_SLOW = 4408;
export const CLOSE_FLOOD = 4429;
