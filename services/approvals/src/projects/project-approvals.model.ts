/** Approval configuration of projects, with their rules. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';
import type { StoredRule } from '../rules/rule';

/** What a project says about approvals in general. */
export interface ApprovalSettings {
  /** Whether approvals of earlier versions are void. */
  reset_approvals_on_push: boolean;
  disable_overriding_approvers_per_merge_request: boolean;
  /** Whether authors may not approve; the API's name says the opposite. */
  merge_requests_author_approval: boolean;
  /** Whether users who committed may not approve. */
  merge_requests_disable_committers_approval: boolean;
  require_password_to_approve: boolean;
}

/** The configuration of a project; its id is the project's. */
export interface ProjectApprovalsDocument extends EntityDocument, ApprovalSettings {
  rules: StoredRule[];
}

/** What holds for a project that never said anything. */
export const defaultSettings: ApprovalSettings = {
  reset_approvals_on_push: true,
  disable_overriding_approvers_per_merge_request: false,
  merge_requests_author_approval: true,
  merge_requests_disable_committers_approval: false,
  require_password_to_approve: false,
};

/** Makes the model of the configurations. */
export function createProjectApprovalsModel(connection: Connection): Model<ProjectApprovalsDocument> {
  const schema = entitySchema<ProjectApprovalsDocument>('project_approvals', {
    ...Object.fromEntries(Object.keys(defaultSettings).map((name) => [name, { type: Boolean, required: true }])),
    rules: { type: [Schema.Types.Mixed], required: true },
  });
  return connection.model<ProjectApprovalsDocument>('project_approvals', schema);
}
