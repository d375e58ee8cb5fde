// Exports of this folder.

export { createMeter } from './meter.ts';
export { startProfiles } from './profile.ts';
export { readQueries, readWaitingEvents } from './service-metrics.ts';

/** Script preloaded into the measured processes. */
export const preload = new URL('preload.cjs', import.meta.url).pathname;
