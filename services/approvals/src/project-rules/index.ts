/** Public interface of the approval rules of projects. */
export { findRule } from './present-project-rules';
