/** Fields that issues, merge requests and epics have in common. */
import type { EntityDocument, SearchFields } from '@forgemesh/data';

/** An item: has a title and can be discussed. */
export interface ItemDocument extends EntityDocument, SearchFields {
  /** Number within its project or group. */
  iid: number;
  title: string;
  description: string | null;
  author_id: number;
  label_ids: number[];
  /** Number of user notes, recounted after each change of them. */
  user_notes_count: number;
  /** Numbers of `thumbsup` and `thumbsdown` reactions, recounted likewise. */
  upvotes: number;
  downvotes: number;
  /** See order-keys.ts. */
  popularity_key?: string | null;
  /**
   * Users who subscribed and unsubscribed explicitly; all others are subscribed while they
   * participate.
   */
  subscribed_ids: number[];
  unsubscribed_ids: number[];
  closed_at: Date | null;
  closed_by_id: number | null;
  created_at: Date;
  updated_at: Date;
}

/** An item of a project. */
export interface ProjectItemDocument extends ItemDocument {
  project_id: number;
  assignee_ids: number[];
  milestone_id: number | null;
  /** Whether only members may write notes; null if never set. */
  discussion_locked: boolean | null;
  /** In seconds. */
  time_estimate: number;
  /** In seconds. */
  total_time_spent: number;
  /** Operation ids of recent writes that added time, so that a repeated write adds it once. */
  spent_operation_ids?: string[];
}

/** Projection without search fields. */
export const withoutSearchFields = { search_text: 0 } as const;

/** Projection for lists: without search fields and pending events. */
export const listedItem = { ...withoutSearchFields, outbox: 0 } as const;

const list = { type: [Number], required: true };
const count = { type: Number, required: true };

/** Schema fields of `ItemDocument`. */
export const itemFields = {
  iid: count,
  title: { type: String, required: true },
  description: String,
  author_id: count,
  label_ids: list,
  user_notes_count: count,
  upvotes: count,
  downvotes: count,
  popularity_key: String,
  subscribed_ids: list,
  unsubscribed_ids: list,
  closed_at: Date,
  closed_by_id: Number,
  created_at: { type: Date, required: true },
  updated_at: { type: Date, required: true },
  search_text: { type: String, required: true },
};

/** Schema fields of `ProjectItemDocument`. */
export const projectItemFields = {
  ...itemFields,
  project_id: count,
  assignee_ids: list,
  milestone_id: Number,
  discussion_locked: Boolean,
  time_estimate: count,
  total_time_spent: count,
  spent_operation_ids: { type: [String], default: undefined },
};

/** Initial fields of a new item. */
export function newItemFields() {
  return {
    user_notes_count: 0,
    upvotes: 0,
    downvotes: 0,
    subscribed_ids: [] as number[],
    unsubscribed_ids: [] as number[],
    closed_at: null,
    closed_by_id: null,
  };
}

/** Types of items in todos and notes. */
export type ItemType = 'Issue' | 'MergeRequest' | 'Epic';

/** The kinds of objects that notes are written on. */
export type NoteableType = ItemType | 'Snippet' | 'Commit';
