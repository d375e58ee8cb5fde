// Doors of this folder.

export { createMeter } from './meter.mjs';
export { startProfiles } from './profile.mjs';
export { readQueries } from './queries.mjs';

/** Loaded into the processes that are measured. */
export const preload = new URL('preload.cjs', import.meta.url).pathname;
