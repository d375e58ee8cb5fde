/** Public interface of clients. */
export type { Clients } from './clients';
export type { PrimaryLink } from './primary-link';
