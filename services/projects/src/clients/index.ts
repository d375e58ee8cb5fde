/** Public interface of `clients`: what other areas of this service may import. */
export type { Clients } from './clients';
export type { Urls } from './urls';
export { parseAddress } from './web-address';
