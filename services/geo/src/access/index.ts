/** Public interface of the access rules. */
export { assertPrimary, assertSecondary } from './policy';
