/** Public interface of maintenance. */
export type { Background } from './background';
export type { ExclusiveWork } from './exclusive-work';
export type { Maintenance } from './maintenance';
