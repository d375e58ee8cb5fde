/** What the payloads of hooks are made of: entities as events carry them, as far as payloads need them. */
import type { Answer } from '@forgemesh/rpc';
import type { Issue } from '@forgemesh/proto/collaboration/v1/issue';
import type { MergeRequest } from '@forgemesh/proto/collaboration/v1/merge_request';
import type { Note } from '@forgemesh/proto/collaboration/v1/note';
import type { Commit } from '@forgemesh/proto/repository/v1/commit';
import type { CommitStatus } from '@forgemesh/proto/repository/v1/commit_status';
import type { Pipeline } from '@forgemesh/proto/repository/v1/pipeline';

/** An issue. */
export type IssueEntity = Answer<Issue> & {
  label_ids: number[];
  relative_position: number;
  duplicated_to_id: number | null;
};

/** A merge request. */
export type MergeRequestEntity = Answer<MergeRequest> & {
  label_ids: number[];
  merge_error: string | null;
  merge_params: object;
  merge_user_id: number | null;
};

/** A note. */
export type NoteEntity = Answer<Note> & {
  project_id: number | null;
  /** Of comments on a line of a commit. */
  commit_line?: { path: string; line: number; line_type: 'new' | 'old' } | null;
};

/** A label. */
export interface LabelEntity {
  id: number;
  name: string;
  color: string;
  description: string | null;
  project_id: number | null;
  group_id: number | null;
  created_at: string;
  updated_at: string;
}

/** A commit that was pushed. */
export type PushedCommit = Pick<Commit, 'id' | 'message' | 'committed_date' | 'author_name' | 'author_email'> & {
  added: string[];
  modified: string[];
  removed: string[];
};

/** A change of a ref. */
export interface RefChangeEntity {
  id: number;
  refs_count: number;
  /** Number of refs of the same type (branch, tag or other) in the push; absent in older events. */
  ref_type_count?: number;
  project_id: number;
  ref: string;
  before: string;
  after: string;
  user_id: number | null;
  push_options: string[];
  total_commits_count: number;
  /** The newest, oldest first. */
  commits: PushedCommit[];
}

/** A status of a commit, which hooks call a job. */
export type StatusEntity = Answer<CommitStatus> & {
  project_id: number;
  pipeline_id: number;
  stage: string;
  failure_reason: string | null;
};

/** A pipeline. */
export type PipelineEntity = Answer<Pipeline> & { project_id: number; source: string; statuses: StatusEntity[] };

/** Values before and after, by field. */
export type EntityChanges = Record<string, { from?: unknown; to?: unknown } | undefined>;

/** Who did something, and what it changed. */
export interface Deed {
  actor: number | null;
  changes: EntityChanges;
}

export const zeroId = '0'.repeat(40);
