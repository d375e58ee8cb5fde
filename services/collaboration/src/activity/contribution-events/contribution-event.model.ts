/**
 * Contribution events: what users did in projects. A projection of the bus events of all services.
 */
import { Schema, type Connection, type Model } from 'mongoose';

/** What a user did. */
export type ContributionAction =
  | 'created'
  | 'updated'
  | 'closed'
  | 'reopened'
  | 'pushed'
  | 'commented'
  | 'merged'
  | 'joined'
  | 'left'
  | 'destroyed'
  | 'expired'
  | 'approved';

/** The part of a project that an event belongs to. It decides who may read the event. */
export type ContributionArea =
  'project' | 'issues' | 'merge_requests' | 'milestones' | 'repository' | 'snippets' | 'wiki';

/** The object that an event is about: for notes, their noteable. */
export interface ContributionSubject {
  subject_type: 'Issue' | 'MergeRequest' | 'Milestone' | 'Snippet' | 'Commit' | null;
  /** 0 for commits; null if there is no subject. */
  subject_id: number | null;
}

/** A push, as the API presents it. */
export interface PushSummary {
  commit_count: number;
  action: 'created' | 'pushed' | 'removed';
  ref_type: 'branch' | 'tag';
  commit_from: string | null;
  commit_to: string | null;
  ref: string | null;
  commit_title: string | null;
  ref_count: number | null;
}

/** A contribution event. */
export interface ContributionEventDocument extends ContributionSubject {
  _id: number;
  /** Unique key derived from the id of the bus event. */
  effect_key: string;
  project_id: number;
  author_id: number;
  action: ContributionAction;
  area: ContributionArea;
  target_type:
    'Issue' | 'MergeRequest' | 'Milestone' | 'Note' | 'DiffNote' | 'DiscussionNote' | 'WikiPage::Meta' | null;
  target_id: number | null;
  /** Title at the time of the event, for wiki pages and for milestones that are deleted since. */
  title?: string;
  /** Set while the issue that the event is about is confidential. */
  confidential?: true;
  /**
   * Visibility of the snippet that the event is about, and the id of its author. Until they are
   * known, the event is hidden.
   */
  snippet_visibility?: string;
  snippet_author_id?: number;
  push?: PushSummary;
  created_at: Date;
}

/** Creates the model. */
export function createContributionEventModel(connection: Connection): Model<ContributionEventDocument> {
  const schema = new Schema<ContributionEventDocument>(
    {
      _id: Number,
      effect_key: { type: String, required: true },
      project_id: { type: Number, required: true },
      author_id: { type: Number, required: true },
      action: { type: String, required: true },
      area: { type: String, required: true },
      subject_type: String,
      subject_id: Number,
      target_type: String,
      target_id: Number,
      title: String,
      confidential: Boolean,
      snippet_visibility: String,
      snippet_author_id: Number,
      push: Schema.Types.Mixed,
      created_at: { type: Date, required: true },
    },
    { versionKey: false, minimize: false, collection: 'contribution_events', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ effect_key: 1 }, { unique: true });
  schema.index({ author_id: 1, created_at: -1, _id: -1 });
  schema.index({ project_id: 1, created_at: -1, _id: -1 });
  schema.index({ created_at: -1, _id: -1 });
  schema.index({ author_id: 1, project_id: 1 });
  schema.index({ subject_type: 1, subject_id: 1 });
  schema.index({ target_type: 1, target_id: 1 });
  return connection.model<ContributionEventDocument>('contribution_events', schema);
}
