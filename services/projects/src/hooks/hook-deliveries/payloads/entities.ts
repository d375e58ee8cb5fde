/** What the payloads of hooks are made of: entities as events carry them, as far as payloads need them. */
import type { EventEntity } from '@forgemesh/events';
import type { Answer } from '@forgemesh/rpc';
import type { Issue } from '@forgemesh/proto/collaboration/v1/issue';
import type { MergeRequest } from '@forgemesh/proto/collaboration/v1/merge_request';
import type { Note } from '@forgemesh/proto/collaboration/v1/note';

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

type RefChange = EventEntity<'repository.push.received'>;

/** A change of a ref. */
export type RefChangeEntity = Pick<
  RefChange,
  'id' | 'project_id' | 'ref' | 'before' | 'after' | 'user_id' | 'push_options' | 'total_commits_count'
> & {
  /** The newest, oldest first. */
  commits: PushedCommit[];
};

/** A commit that was pushed. */
export type PushedCommit = Pick<
  RefChange['commits'][number],
  'id' | 'message' | 'committed_date' | 'author_name' | 'author_email' | 'added' | 'modified' | 'removed'
>;

/** A status of a commit, which hooks call a job. */
export type StatusEntity = EventEntity<'repository.commit_status.updated'>;

/** A pipeline. */
export type PipelineEntity = EventEntity<'repository.pipeline.updated'>;

/** Values before and after, by field. */
export type EntityChanges = Record<string, { from?: unknown; to?: unknown } | undefined>;

/** Who did something, and what it changed. */
export interface Deed {
  actor: number | null;
  changes: EntityChanges;
}

export const zeroId = '0'.repeat(40);
