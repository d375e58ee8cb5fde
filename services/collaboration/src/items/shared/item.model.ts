/** What issues, merge requests and epics have in common. */
import type { EntityDocument, SearchFields } from '@forgemesh/data';

/** Something with a title that people discuss. */
export interface ItemDocument extends EntityDocument, SearchFields {
  /** Number within its project or group. */
  iid: number;
  title: string;
  description: string | null;
  author_id: number;
  label_ids: number[];
  /** Notes of people. Set to a fresh count after each change of them. */
  user_notes_count: number;
  /** `thumbsup` and `thumbsdown`, counted in the same way. */
  upvotes: number;
  downvotes: number;
  /** See order-keys. */
  popularity_key?: string | null;
  /**
   * Users who said that they want to hear of it, or not; all others hear of it while they take
   * part.
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
  /** Whether only members may write notes; null while nobody said so. */
  discussion_locked: boolean | null;
  /** Seconds. */
  time_estimate: number;
  /** Seconds. */
  total_time_spent: number;
  /** Ids of the last writes that added time, so that a repeated one adds it once. */
  spent_operation_ids?: string[];
}

/** Projection without what only searches read. */
export const withoutSearchFields = { search_text: 0, search_trigrams: 0 } as const;

/** Projection for lists: what is searched by and what events need stay in the database. */
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
  search_trigrams: { type: [String], required: true },
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

/** What a new item starts with. */
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

/** Types of items, as todos and notes name them. */
export type ItemType = 'Issue' | 'MergeRequest' | 'Epic';
