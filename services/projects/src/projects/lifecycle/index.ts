/** The creation, change, archiving and deletion of projects by their users. */
export { storeRequiredApprovals } from './required-approvals';
export { restoreChange } from './restore-change';
