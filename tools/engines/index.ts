// Doors of this folder.

export { keepRunning } from './keep-running.ts';
export { findStorage, startStorage } from './storage.ts';
export { startNats } from './nats.ts';
