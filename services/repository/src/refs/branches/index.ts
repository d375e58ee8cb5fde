/** Public interface of branches. */
export { findBranch } from './find-branch';
