/** Public interface of project rules. */
export { findRule } from './present-project-rules';
