/** Public interface of the git transport. */
export type { GitTransport } from './git-transport';
