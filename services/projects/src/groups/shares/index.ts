/** Public interface of `groups/shares`: what other areas of this service may import. */
export { changeGroupShares } from './change-group-shares';
export { changeShares } from './change-shares';
