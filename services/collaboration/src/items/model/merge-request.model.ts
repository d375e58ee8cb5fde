/** Merge requests. */
import { entitySchema, whereGreater, wherePresent } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';
import type { DiffVersionDocument } from './diff-version.model';
import { projectItemFields, type ProjectItemDocument } from './item.model';

/** Whether a merge would succeed, as of the last check. */
export type MergeStatus = 'unchecked' | 'can_be_merged' | 'cannot_be_merged' | 'cannot_be_merged_recheck';

/** The merge options chosen on creation, update or acceptance. */
export interface MergeParams {
  /** Chosen on creation or update. */
  force_remove_source_branch: boolean;
  /** Chosen on acceptance. */
  should_remove_source_branch: boolean | null;
  merge_commit_message: string | null;
  squash_commit_message: string | null;
}

/** A merge whose commit is written, but whose target branch may not have moved yet. */
export interface PendingMerge {
  /** The commits that the target moves from and to. */
  target_sha: string;
  commit_sha: string;
  merge_commit_sha: string | null;
  squash_commit_sha: string | null;
  user_id: number;
  at: Date;
}

/** A rebase in progress. */
export interface PendingRebase {
  /** Operation id of the write that requested it. */
  id: string;
  user_id: number;
  /** License tier under which it was requested. */
  tier: number;
  /**
   * The commits that the source branch moves from and to; `commit_sha` is null until the new
   * commits are written.
   */
  source_sha: string;
  commit_sha: string | null;
  skip_ci: boolean;
  at: Date;
}

/** The state of the review of a reviewer. */
export interface Review {
  user_id: number;
  /** `approved` even if new commits made the approval invalid. */
  state: 'unreviewed' | 'reviewed' | 'requested_changes' | 'approved' | 'unapproved';
  /** Time when the reviewer was asked for the first time. */
  created_at: Date;
  /** Time of the last change of the state. */
  changed_at: Date;
}

/** A merge request; `project_id` is the target's. */
export interface MergeRequestDocument extends ProjectItemDocument {
  state: 'opened' | 'closed' | 'locked' | 'merged';
  source_project_id: number;
  source_branch: string;
  target_branch: string;
  /** Number of the newest diff version, starting at 1. */
  version_number: number;
  /**
   * Number of changed files and state of the newest diff version, which is stored shortly
   * afterwards.
   */
  version_size: string;
  version_state: DiffVersionDocument['state'];
  /**
   * Target branch that the newest version was compared with; null after the target was changed, so
   * that the next comparison creates a version.
   */
  version_target: string | null;
  /**
   * Commits of the newest diff version: the tip of the source, the merge base, the tip of the
   * target. Null while a branch is missing.
   */
  head_sha: string | null;
  base_sha: string | null;
  start_sha: string | null;
  merge_status: MergeStatus;
  /** Tips of both branches at the last check of the status. */
  checked_source_sha: string | null;
  checked_target_sha: string | null;
  merge_error: string | null;
  merge_params: MergeParams;
  /** Whether the commits are squashed before the merge. */
  squash: boolean;
  merge_when_pipeline_succeeds: boolean;
  /** The user who scheduled the automatic merge, and the license tier at that time. */
  merge_user_id: number | null;
  merge_user_tier?: number | null;
  merged_at: Date | null;
  merged_by_id: number | null;
  merge_commit_sha: string | null;
  squash_commit_sha: string | null;
  /**
   * Stored before the target moves, so that the branch shows the outcome after a crash. Null unless
   * a merge is in progress.
   */
  pending_merge: PendingMerge | null;
  /** Operation id of the write that merged it. */
  accepted_by: string | null;
  /**
   * The branches of an open request, otherwise its id: unique, so that there is one open request
   * for the same branches.
   */
  open_key: string;
  /**
   * Whether members of the target project who may merge may push to the source branch of the fork.
   */
  allow_collaboration: boolean;
  /** Issues that its merge closes, named in title, description and commits. */
  closes_issue_ids: number[];
  /** Users and groups in the approval rules, from the approvals service. */
  approver_ids: number[];
  approver_group_ids: number[];
  /** Number of approvals that the default rule requires, if overridden for this request. */
  approvals_before_merge: number | null;
  /** The rebase in progress; null or absent otherwise. */
  pending_rebase?: PendingRebase | null;
  /**
   * Number of the newest diff version that was not created by a rebase, if that is not the newest
   * one: approvals stay valid after a rebase.
   */
  approval_version?: number | null;
  /** Users who are asked for a review; absent in merge requests of earlier releases. */
  reviewer_ids?: number[];
  /**
   * The states of their reviews; those of reviewers without an entry, who were asked in an earlier
   * release, are `unreviewed`.
   */
  reviews?: Review[];
}

/** The value of `open_key`. */
export function openKeyOf(
  request: Pick<
    MergeRequestDocument,
    '_id' | 'state' | 'source_project_id' | 'source_branch' | 'project_id' | 'target_branch'
  >,
): string {
  const { _id: id, state, source_project_id, source_branch, project_id, target_branch } = request;
  // Branch names contain no spaces.
  if (state === 'opened' || state === 'locked')
    return `${source_project_id} ${source_branch} ${project_id} ${target_branch}`;
  return String(id);
}

/** Creates the model of the merge requests. */
export function createMergeRequestModel(connection: Connection): Model<MergeRequestDocument> {
  const schema = entitySchema<MergeRequestDocument>('merge_requests', {
    ...projectItemFields,
    state: { type: String, required: true },
    source_project_id: { type: Number, required: true },
    source_branch: { type: String, required: true },
    target_branch: { type: String, required: true },
    version_number: { type: Number, required: true },
    version_size: { type: String, required: true },
    version_state: { type: String, required: true },
    version_target: String,
    head_sha: String,
    base_sha: String,
    start_sha: String,
    merge_status: { type: String, required: true },
    checked_source_sha: String,
    checked_target_sha: String,
    merge_error: String,
    merge_params: { type: Schema.Types.Mixed, required: true },
    squash: { type: Boolean, required: true },
    merge_when_pipeline_succeeds: { type: Boolean, required: true },
    merge_user_id: Number,
    merge_user_tier: Number,
    merged_at: Date,
    merged_by_id: Number,
    merge_commit_sha: String,
    squash_commit_sha: String,
    pending_merge: Schema.Types.Mixed,
    accepted_by: String,
    open_key: { type: String, required: true },
    allow_collaboration: { type: Boolean, required: true },
    closes_issue_ids: { type: [Number], required: true },
    approver_ids: { type: [Number], required: true },
    approver_group_ids: { type: [Number], required: true },
    approvals_before_merge: Number,
    pending_rebase: Schema.Types.Mixed,
    approval_version: Number,
    reviewer_ids: { type: [Number], default: undefined },
    reviews: { type: [Schema.Types.Mixed], default: undefined },
  });
  schema.index({ project_id: 1, iid: 1 }, { unique: true });
  schema.index({ open_key: 1 }, { unique: true, ...wherePresent('open_key') });
  schema.index({ project_id: 1, _id: -1 });
  schema.index({ project_id: 1, created_at: -1 });
  schema.index({ project_id: 1, updated_at: -1 });
  schema.index({ project_id: 1, popularity_key: 1 });
  schema.index({ popularity_key: 1 }, whereGreater('popularity_key', ''));
  schema.index({ created_at: -1 });
  schema.index({ updated_at: -1 });
  schema.index({ source_project_id: 1, source_branch: 1, state: 1 });
  schema.index({ project_id: 1, target_branch: 1, state: 1 });
  schema.index({ author_id: 1, created_at: -1 });
  schema.index({ assignee_ids: 1, created_at: -1 }, whereGreater('assignee_ids', 0));
  schema.index({ reviewer_ids: 1, created_at: -1 }, whereGreater('reviewer_ids', 0));
  schema.index({ label_ids: 1, _id: -1 }, whereGreater('label_ids', 0));
  schema.index({ milestone_id: 1, _id: -1 }, whereGreater('milestone_id', 0));
  schema.index({ closes_issue_ids: 1 }, whereGreater('closes_issue_ids', 0));
  schema.index({ approver_ids: 1, _id: -1 }, whereGreater('approver_ids', 0));
  schema.index({ approver_group_ids: 1, _id: -1 }, whereGreater('approver_group_ids', 0));
  schema.index({ head_sha: 1 });
  schema.index({ merge_commit_sha: 1 }, whereGreater('merge_commit_sha', ''));
  return connection.model<MergeRequestDocument>('merge_requests', schema);
}
