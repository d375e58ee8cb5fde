/** Public interface of the access rules. */
export { assertUsersAreShown, isReplicated } from './policy';
