/** Approvals: one document per user and merge request. */
import type { EventEntity } from '@forgemesh/events';
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** An approval. */
export interface ApprovalDocument extends EntityDocument {
  merge_request_id: number;
  project_id: number;
  iid: number;
  user_id: number;
  /**
   * Number of the diff version that the user approved. It decides whether the approval is still
   * valid.
   */
  version_number: number;
  /** Id of the write that approved this version, to recognize retries. */
  approved_by_operation: string | null;
  created_at: Date;
}

/** Creates the model of the approvals. */
export function createApprovalModel(connection: Connection): Model<ApprovalDocument> {
  const number = { type: Number, required: true };
  const schema = entitySchema<ApprovalDocument>('approvals', {
    merge_request_id: number,
    project_id: number,
    iid: number,
    user_id: number,
    version_number: number,
    approved_by_operation: String,
    created_at: { type: Date, required: true },
  });
  schema.index({ merge_request_id: 1, user_id: 1 }, { unique: true });
  schema.index({ project_id: 1 });
  schema.index({ user_id: 1 });
  return connection.model<ApprovalDocument>('approvals', schema);
}

/** Presents an approval in events. */
export function presentApprovalEvent(approval: ApprovalDocument): EventEntity<'approvals.merge_request.approved'> {
  const { _id: id, merge_request_id, project_id, iid, user_id, version_number } = approval;
  return { id, merge_request_id, project_id, iid, user_id, version_number };
}
