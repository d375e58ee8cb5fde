/** Public interface of `projects/authorization`: what other areas of this service may import. */
export type { Authorization } from './authorization';
export { NO_ACCESS } from './authorize-reference';
export { findMoved } from './find-moved';
