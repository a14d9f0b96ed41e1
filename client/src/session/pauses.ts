/** Pauses between two attempts, shared by sockets and requests. */

export const MOVED_PAUSE = 250; // ms to wait when another process of the server is taking a room over

export const later = (ms: number) => new Promise((done) => setTimeout(done, ms));
