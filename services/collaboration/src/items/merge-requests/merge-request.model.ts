/** Merge requests. */
import { entitySchema } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';
import type { DiffVersionDocument } from './diffs/diff-version.model';
import { projectItemFields, type ProjectItemDocument } from '../shared/item.model';

/** Whether a merge would work, as far as it was tried. */
export type MergeStatus = 'unchecked' | 'can_be_merged' | 'cannot_be_merged' | 'cannot_be_merged_recheck';

/** What whoever accepted or created the request wants to happen with the merge. */
export interface MergeParams {
  /** Said when the request was created or changed. */
  force_remove_source_branch: boolean;
  /** Said when it was accepted. */
  should_remove_source_branch: boolean | null;
  merge_commit_message: string | null;
  squash_commit_message: string | null;
}

/** A merge whose commit is written while its target has not moved yet, or is not known to have. */
export interface PendingMerge {
  /** Where the target moves from and to. */
  target_sha: string;
  commit_sha: string;
  merge_commit_sha: string | null;
  squash_commit_sha: string | null;
  user_id: number;
  at: Date;
}

/** A rebase that is under way. */
export interface PendingRebase {
  /** Id of the write that asked for it. */
  id: string;
  user_id: number;
  /** Licence tier under which it was asked for. */
  tier: number;
  /** Where the source branch moves from and to; null while the new commits are not written yet. */
  source_sha: string;
  commit_sha: string | null;
  skip_ci: boolean;
  at: Date;
}

/** A merge request; `project_id` is the target's. */
export interface MergeRequestDocument extends ProjectItemDocument {
  state: 'opened' | 'closed' | 'locked' | 'merged';
  source_project_id: number;
  source_branch: string;
  target_branch: string;
  /** Number of the newest diff version, from 1 on. */
  version_number: number;
  /**
   * Of the newest diff version, which is stored a moment later: how many files it changes, and
   * whether all of them are kept.
   */
  version_size: string;
  version_state: DiffVersionDocument['state'];
  /**
   * Branch with which the source was compared for it; null once the target was changed, so that the
   * next comparison makes another version.
   */
  version_target: string | null;
  /**
   * Commits of the newest diff version: the tip of the source, where both parted, the tip of the
   * target. Null while a branch is missing.
   */
  head_sha: string | null;
  base_sha: string | null;
  start_sha: string | null;
  merge_status: MergeStatus;
  /** Tips of both branches that the status is about. */
  checked_source_sha: string | null;
  checked_target_sha: string | null;
  merge_error: string | null;
  merge_params: MergeParams;
  /** Whether the commits become one before the merge. */
  squash: boolean;
  merge_when_pipeline_succeeds: boolean;
  /** Who merges once the pipeline succeeds, and the licence tier under which he asked for it. */
  merge_user_id: number | null;
  merge_user_tier?: number | null;
  merged_at: Date | null;
  merged_by_id: number | null;
  merge_commit_sha: string | null;
  squash_commit_sha: string | null;
  /**
   * Stored before the target moves, so that a crash is settled by looking at the branch. Null while
   * none is under way.
   */
  pending_merge: PendingMerge | null;
  /** Id of the write that merged it. */
  accepted_by: string | null;
  /** Branches of an open request, else its id: there is one open request for the same branches. */
  open_key: string;
  /** Whether members who may merge may push to the source branch of the fork. */
  allow_collaboration: boolean;
  /** Issues that its merge closes, as far as title, description and commits name them. */
  closes_issue_ids: number[];
  /** Users and groups whom approval rules name, as approvals tells. */
  approver_ids: number[];
  approver_group_ids: number[];
  /** Approvals that the default rule requires, once somebody said so for this request. */
  approvals_before_merge: number | null;
  /** The rebase that is under way; null or absent while none is. */
  pending_rebase?: PendingRebase | null;
  /**
   * Number of the newest diff version that was not made by a rebase, where that is not the newest:
   * approvals outlive rebases.
   */
  approval_version?: number | null;
}

/** The value of `open_key`. */
export function openKeyOf(
  request: Pick<
    MergeRequestDocument,
    '_id' | 'state' | 'source_project_id' | 'source_branch' | 'project_id' | 'target_branch'
  >,
): string {
  const { _id: id, state, source_project_id, source_branch, project_id, target_branch } = request;
  // No branch has a space in its name.
  if (state === 'opened' || state === 'locked')
    return `${source_project_id} ${source_branch} ${project_id} ${target_branch}`;
  return String(id);
}

/** Makes the model of the merge requests. */
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
  });
  schema.index({ project_id: 1, iid: 1 }, { unique: true });
  schema.index({ open_key: 1 }, { unique: true, sparse: true });
  schema.index({ project_id: 1, _id: -1 });
  schema.index({ project_id: 1, created_at: -1 });
  schema.index({ project_id: 1, updated_at: -1 });
  schema.index({ project_id: 1, popularity_key: 1 });
  schema.index({ popularity_key: 1 });
  schema.index({ created_at: -1 });
  schema.index({ updated_at: -1 });
  schema.index({ source_project_id: 1, source_branch: 1, state: 1 });
  schema.index({ project_id: 1, target_branch: 1, state: 1 });
  schema.index({ author_id: 1, created_at: -1 });
  schema.index({ assignee_ids: 1, created_at: -1 });
  schema.index({ label_ids: 1, _id: -1 });
  schema.index({ milestone_id: 1, _id: -1 });
  schema.index({ closes_issue_ids: 1 });
  schema.index({ approver_ids: 1, _id: -1 });
  schema.index({ approver_group_ids: 1, _id: -1 });
  schema.index({ head_sha: 1 });
  schema.index({ merge_commit_sha: 1 }, { sparse: true });
  schema.index({ search_trigrams: 1 });
  return connection.model<MergeRequestDocument>('merge_requests', schema);
}
