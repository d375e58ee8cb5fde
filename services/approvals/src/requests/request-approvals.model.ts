/**
 * Approval rules of merge requests: copies of the project's rules that later changes of the project
 * do not affect.
 */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';
import type { StoredRule } from '#rules';

/** Approval rules of a merge request. Its id is the id of the merge request. */
export interface RequestApprovalsDocument extends EntityDocument {
  project_id: number;
  iid: number;
  rules: StoredRule[];
  /** Whether the rules were changed for this merge request. */
  overwritten: boolean;
  /** Ids of the rules of code owners; absent before the first one. */
  code_owner_ids?: CodeOwnerId[];
}

/** The id of the rule of an entry in a CODEOWNERS file. */
export interface CodeOwnerId {
  section: string;
  pattern: string;
  id: number;
}

/** Creates the model of the approval rules of merge requests. */
export function createRequestApprovalsModel(connection: Connection): Model<RequestApprovalsDocument> {
  const schema = entitySchema<RequestApprovalsDocument>('merge_request_approvals', {
    project_id: { type: Number, required: true },
    iid: { type: Number, required: true },
    rules: { type: [Schema.Types.Mixed], required: true },
    overwritten: { type: Boolean, required: true },
    code_owner_ids: { type: [Schema.Types.Mixed], default: undefined },
  });
  schema.index({ project_id: 1 });
  return connection.model<RequestApprovalsDocument>('merge_request_approvals', schema);
}
