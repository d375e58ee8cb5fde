/** Public interface of access. */
export { assertUsersAreShown, isReplicated } from './policy';
