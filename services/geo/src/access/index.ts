/** Public interface of access. */
export { assertPrimary, assertSecondary } from './policy';
