/**
 * Rules of merge requests: copies of the project's that stay as they are until somebody changes
 * them.
 */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';
import type { StoredRule } from '../rules/rule';

/** The rules of a merge request; its id is the request's. */
export interface RequestApprovalsDocument extends EntityDocument {
  project_id: number;
  iid: number;
  rules: StoredRule[];
  /** Whether somebody changed them. */
  overwritten: boolean;
}

/** Makes the model of the rules of merge requests. */
export function createRequestApprovalsModel(connection: Connection): Model<RequestApprovalsDocument> {
  const schema = entitySchema<RequestApprovalsDocument>('merge_request_approvals', {
    project_id: { type: Number, required: true },
    iid: { type: Number, required: true },
    rules: { type: [Schema.Types.Mixed], required: true },
    overwritten: { type: Boolean, required: true },
  });
  schema.index({ project_id: 1 });
  return connection.model<RequestApprovalsDocument>('merge_request_approvals', schema);
}
