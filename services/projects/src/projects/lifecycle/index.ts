/** Public interface of `projects/lifecycle`: what other areas of this service may import. */
export { storeRequiredApprovals } from './required-approvals';
export { restoreChange } from './restore-change';
