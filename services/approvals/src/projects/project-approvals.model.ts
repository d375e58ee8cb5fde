/** Approval configuration of projects, with their rules. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';
import type { StoredRule } from '#rules';

/** Approval settings of a project. */
export interface ApprovalSettings {
  /** Whether new commits invalidate earlier approvals. */
  reset_approvals_on_push: boolean;
  disable_overriding_approvers_per_merge_request: boolean;
  /** Whether authors may not approve, contrary to the name that the API uses. */
  merge_requests_author_approval: boolean;
  /** Whether users who committed to a merge request may not approve it. */
  merge_requests_disable_committers_approval: boolean;
  require_password_to_approve: boolean;
}

/** Approval configuration of a project. Its id is the id of the project. */
export interface ProjectApprovalsDocument extends EntityDocument, ApprovalSettings {
  rules: StoredRule[];
}

/** Settings of a project without a stored configuration. */
export const defaultSettings: ApprovalSettings = {
  reset_approvals_on_push: true,
  disable_overriding_approvers_per_merge_request: false,
  merge_requests_author_approval: true,
  merge_requests_disable_committers_approval: false,
  require_password_to_approve: false,
};

/** Creates the model of the configurations. */
export function createProjectApprovalsModel(connection: Connection): Model<ProjectApprovalsDocument> {
  const schema = entitySchema<ProjectApprovalsDocument>('project_approvals', {
    ...Object.fromEntries(Object.keys(defaultSettings).map((name) => [name, { type: Boolean, required: true }])),
    rules: { type: [Schema.Types.Mixed], required: true },
  });
  return connection.model<ProjectApprovalsDocument>('project_approvals', schema);
}
