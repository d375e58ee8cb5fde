/** Clients of other services, and URLs. */
export type { Clients } from './clients';
export type { Display } from './display';
export type { Urls } from './urls';
