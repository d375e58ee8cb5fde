/** Public interface of transport. */
export type { GitTransport } from './git-transport';
