/**
 * Entities that hook payloads are built from: entities of events, reduced to the fields that
 * payloads use.
 */
import type { EventChanges, EventEntity } from '@forgemesh/events';

/** An issue. */
export type IssueEntity = EventEntity<'collaboration.issue.updated'>;

/** A merge request. */
export type MergeRequestEntity = EventEntity<'collaboration.merge_request.updated'>;

/** A note. */
export type NoteEntity = EventEntity<'collaboration.note.created'>;

/** A label. */
export type LabelEntity = EventEntity<'collaboration.label.updated'>;

type RefChange = EventEntity<'repository.push.received'>;

/** A changed ref. */
export type RefChangeEntity = Pick<
  RefChange,
  'id' | 'project_id' | 'ref' | 'before' | 'after' | 'user_id' | 'push_options' | 'total_commits_count'
> & {
  /** The newest commits, oldest first. */
  commits: PushedCommit[];
};

/** A commit that was pushed. */
export type PushedCommit = Pick<
  RefChange['commits'][number],
  'id' | 'message' | 'committed_date' | 'author_name' | 'author_email' | 'added' | 'modified' | 'removed'
>;

/** A commit status, which hooks call a job. */
export type StatusEntity = EventEntity<'repository.commit_status.updated'>;

/** A pipeline. */
export type PipelineEntity = EventEntity<'repository.pipeline.updated'>;

/** Changes of an issue or a merge request. */
export type EntityChanges = EventChanges<'collaboration.issue.updated'> &
  EventChanges<'collaboration.merge_request.updated'>;

/** The user and the changes of an action. */
export interface ActionContext {
  actor: number | null;
  changes: EntityChanges;
}
