/** System notes that name an issue. */
import { addSystemNote, type NoteTarget, type SystemNote } from '#discussion/notes/system-notes';
import type { Collaboration } from '#deps';
import type { IssueDocument } from './issue.model';

/**
 * Writes a note about an issue on another target. Users who may not read the issue do not see it.
 * Idempotent.
 */
export function noteAboutIssue(
  deps: Collaboration,
  target: NoteTarget,
  { _id: id, project_id }: Pick<IssueDocument, '_id' | 'project_id'>,
  note: Omit<SystemNote, 'mentioner'>,
): Promise<void> {
  return addSystemNote(deps, target, { ...note, mentioner: { type: 'Issue', id, project_id, group_id: null } });
}

/** An issue as a target of notes. */
export function issueTarget({ _id: id, project_id }: Pick<IssueDocument, '_id' | 'project_id'>): NoteTarget {
  return { type: 'Issue', id, project_id, group_id: null };
}
