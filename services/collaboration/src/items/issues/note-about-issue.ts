/** System notes that name an issue. */
import type { IssueDocument } from '#items/model';
import type { HistoryNote, NoteTarget } from '#items/shared';
import type { IssueChangesDeps } from './deps';

/**
 * Writes a note about an issue on another target. Users who may not read the issue do not see it.
 * Idempotent.
 */
export function noteAboutIssue(
  deps: IssueChangesDeps,
  target: NoteTarget,
  { _id: id, project_id }: Pick<IssueDocument, '_id' | 'project_id'>,
  note: Omit<HistoryNote, 'mentioner'>,
): Promise<void> {
  return deps.history.addNote(target, { ...note, mentioner: { type: 'Issue', id, project_id, group_id: null } });
}

/** An issue as a target of notes. */
export function issueTarget({ _id: id, project_id }: Pick<IssueDocument, '_id' | 'project_id'>): NoteTarget {
  return { type: 'Issue', id, project_id, group_id: null };
}
