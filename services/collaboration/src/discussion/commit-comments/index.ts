/** Public interface of comments on commits. */
export { commitOf, type FoundCommit } from './commit-of';
