/** Issues. */
import { entitySchema, whereGreater, wherePresent } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';
import { projectItemFields, type ProjectItemDocument } from './item.model';
import type { IssueOrderKeys } from './order-keys';

/** Initial distance between manually sorted issues. */
export const POSITION_STEP = 500;

/** An issue. */
export interface IssueDocument extends ProjectItemDocument, IssueOrderKeys {
  state: 'opened' | 'closed';
  /** Whether only reporters, its author and its assignees may see it. */
  confidential: boolean;
  /** `YYYY-MM-DD`. */
  due_date: string | null;
  weight: number | null;
  epic_id: number | null;
  /** Operation id of the write that added it to the epic, for recognizing a repeated write. */
  epic_operation_id?: string | null;
  /** Position in manually sorted lists, ascending. */
  relative_position: number;
  /** Id of the issue that replaces it in another project. */
  moved_to_id: number | null;
  /**
   * Id of the issue that it replaces; absent unless it was moved here. An issue is moved at most
   * once.
   */
  moved_from_id?: number;
  /** Id of the epic that it was promoted to. */
  promoted_to_epic_id?: number;
  /** Id of the issue that it duplicates. */
  duplicated_to_id: number | null;
  /** Ids of recent events that closed it, so that none closes it twice. */
  closing_event_ids?: string[];
  /** User agent and address of its creation, for administrators. */
  user_agent: string | null;
  ip_address: string | null;
}

/** Creates the model of the issues. */
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
  schema.index({ assignee_ids: 1, created_at: -1 }, whereGreater('assignee_ids', 0));
  schema.index({ label_ids: 1, _id: -1 }, whereGreater('label_ids', 0));
  schema.index({ milestone_id: 1, _id: -1 }, whereGreater('milestone_id', 0));
  schema.index({ epic_id: 1 }, whereGreater('epic_id', 0));
  schema.index({ moved_from_id: 1 }, { unique: true, ...wherePresent('moved_from_id') });
  schema.index({ project_id: 1, created_at: -1 });
  schema.index({ project_id: 1, updated_at: -1 });
  schema.index({ project_id: 1, relative_position: 1 });
  schema.index({ relative_position: 1 });
  for (const key of ['popularity_key', 'due_key', 'weight_key']) {
    // Complete: most issues of a project may have a value, and lists also show the others.
    schema.index({ project_id: 1, [key]: 1 });
    schema.index({ [key]: 1 }, whereGreater(key, ''));
  }
  schema.index({ created_at: -1 });
  schema.index({ updated_at: -1 });
  return connection.model<IssueDocument>('issues', schema);
}
