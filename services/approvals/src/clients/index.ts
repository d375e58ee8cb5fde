/** Public interface of clients. */
export type { Clients } from './clients';
export { type Display, presentGroup, presentUser } from './display';
