/** Pauses between two tries, shared by sockets and requests. */

export const MOVED_PAUSE = 250; // ms until a room is asked for again that another process of the server held

export const later = (ms: number) => new Promise((done) => setTimeout(done, ms));
