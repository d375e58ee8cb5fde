// Doors of this folder.

export { findStorage, startStorage } from './storage.mjs';
export { startNats } from './nats.mjs';
