/** Public interface of clients. */
export type { Clients } from './clients';
export type { Urls } from './urls';
