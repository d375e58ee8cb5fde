/** Issues. */
import { entitySchema } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';
import { projectItemFields, type ProjectItemDocument } from '../shared/item.model';
import type { IssueOrderKeys } from '../shared/lists/order-keys';

/** Room between issues that are sorted by hand. */
export const POSITION_STEP = 500;

/** An issue. */
export interface IssueDocument extends ProjectItemDocument, IssueOrderKeys {
  state: 'opened' | 'closed';
  /** Whether only reporters, its author and its assignees see it. */
  confidential: boolean;
  /** `YYYY-MM-DD`. */
  due_date: string | null;
  weight: number | null;
  epic_id: number | null;
  /** Id of the write that put it into the epic, so that a repeated one finds its own doing. */
  epic_operation_id?: string | null;
  /** Place in lists that people sort by hand; the smaller comes first. */
  relative_position: number;
  /** Id of the issue that continues it in another project. */
  moved_to_id: number | null;
  /**
   * Id of the issue that it continues; absent where it was not moved here. An issue is moved once.
   */
  moved_from_id?: number;
  /** Id of the epic that it became. */
  promoted_to_epic_id?: number;
  /** Id of the issue that says the same. */
  duplicated_to_id: number | null;
  /** Ids of the last events that closed it, so that none does so twice. */
  closing_event_ids?: string[];
  /** From where it was made, for administrators. */
  user_agent: string | null;
  ip_address: string | null;
}

/** Makes the model of the issues. */
export function createIssueModel(connection: Connection): Model<IssueDocument> {
  const schema = entitySchema<IssueDocument>('issues', {
    ...projectItemFields,
    state: { type: String, required: true },
    confidential: { type: Boolean, required: true },
    due_date: String,
    weight: Number,
    due_key: String,
    weight_key: String,
    epic_id: Number,
    epic_operation_id: String,
    relative_position: { type: Number, required: true },
    moved_to_id: Number,
    moved_from_id: Number,
    promoted_to_epic_id: Number,
    duplicated_to_id: Number,
    closing_event_ids: { type: [String], default: undefined },
    user_agent: String,
    ip_address: String,
  });
  schema.index({ project_id: 1, iid: 1 }, { unique: true });
  schema.index({ project_id: 1, _id: -1 });
  schema.index({ project_id: 1, state: 1 });
  schema.index({ author_id: 1, created_at: -1 });
  schema.index({ assignee_ids: 1, created_at: -1 });
  schema.index({ label_ids: 1, _id: -1 });
  schema.index({ milestone_id: 1, _id: -1 });
  schema.index({ epic_id: 1 }, { sparse: true });
  schema.index({ due_date: 1 }, { sparse: true });
  schema.index({ moved_from_id: 1 }, { unique: true, sparse: true });
  schema.index({ project_id: 1, created_at: -1 });
  schema.index({ project_id: 1, updated_at: -1 });
  for (const order of ['relative_position', 'popularity_key', 'due_key', 'weight_key']) {
    schema.index({ project_id: 1, [order]: 1 });
    schema.index({ [order]: 1 });
  }
  schema.index({ created_at: -1 });
  schema.index({ updated_at: -1 });
  schema.index({ search_trigrams: 1 });
  return connection.model<IssueDocument>('issues', schema);
}
