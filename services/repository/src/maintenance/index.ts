/** Public interface of maintenance. */
export type { Background } from './background';
export type { Maintenance } from './maintenance';
