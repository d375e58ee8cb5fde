/** Public interface of the clients of other services. */
export { type Clients } from './clients';
export { type Display, preloadNames, presentUser } from './display';
export { type Instance } from './instance';
