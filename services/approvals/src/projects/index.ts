/** Public interface of the approval configuration of projects. */
export { presentApprovers } from './project-approvals.entity';
export type { ProjectApprovalsDocument } from './project-approvals.model';
export {
  changeApprovalsOf,
  changeProjectApprovals,
  loadAllProjectApprovals,
  loadProjectApprovals,
  withRequiredApprovals,
} from './project-approvals';
