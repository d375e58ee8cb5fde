/** Rights on projects and namespaces by reference. */
export type { Authorization } from './authorization';
export { NO_ACCESS } from './authorize-reference';
export { findMoved } from './find-moved';
