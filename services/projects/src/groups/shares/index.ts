/** Projects and groups that are shared with groups. */
export { changeGroupShares } from './change-group-shares';
export { changeShares } from './change-shares';
