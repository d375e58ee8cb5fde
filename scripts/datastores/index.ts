// Exports of this folder.

export { supervise } from './supervise.ts';
export { findStorage, startStorage } from './storage.ts';
export { startNats } from './nats.ts';
