/** Clients of other services, and URLs. */
export type { Clients } from './clients';
export type { Urls } from './urls';
