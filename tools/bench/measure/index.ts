// Doors of this folder.

export { createMeter } from './meter.ts';
export { startProfiles } from './profile.ts';
export { readQueries } from './queries.ts';

/** Loaded into the processes that are measured. */
export const preload = new URL('preload.cjs', import.meta.url).pathname;
