// Doors of this folder.

export { keepRunning } from './keep-running.mjs';
export { findStorage, startStorage } from './storage.mjs';
export { startNats } from './nats.mjs';
