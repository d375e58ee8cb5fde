/** Public interface of access. */
export { assertCanOverride } from './policy';
