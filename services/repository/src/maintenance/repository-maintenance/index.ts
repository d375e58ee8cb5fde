/** Public interface of repository maintenance. */
export { type HousekeepingState, stateFilters, stateOf } from './housekeeping-state';
export { presentHousekeepingJob } from './housekeeping.entity';
export type { HousekeepingDocument } from './housekeeping.model';
export { failed } from './run-housekeeping';
