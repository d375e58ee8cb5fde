/**
 * The targets of notes: finds them, checks whether the caller may read them, and provides the data
 * that notes need.
 */
import type { Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import type { EpicDocument, ModelDeps, ProjectItemDocument } from '#items/model';
import { findIssue, type IssueListsDeps } from '#items/issues';
import { findMergeRequest, type MergeRequestChangesDeps } from '#items/merge-requests';
import { findHiddenNotes } from './hidden-notes';
import type { NoteDocument } from './note.model';
import type { Noteable } from '#items/shared';
import type { AccessDeps } from '#access';
import type { NotesDeps } from './deps';

/** The issue named by the call. Throws NotFoundError if the caller may not see it. */
export async function issueOf(call: Call<Pick<IssueListsDeps, 'queries'>>, iid: number): Promise<Noteable> {
  const item = await findIssue(call, iid);
  return { ...ofProject(call), type: 'Issue', ...ofItem(item), item };
}

/** The merge request named by the call. */
export async function mergeRequestOf(
  call: Call<Pick<MergeRequestChangesDeps, 'queries'>>,
  iid: number,
): Promise<Noteable> {
  const item = await findMergeRequest(call, iid);
  return { ...ofProject(call), type: 'MergeRequest', ...ofItem(item), item };
}

/** The snippet named by the call. Throws NotFoundError if the caller may not see it. */
export async function snippetOf(call: Call<Pick<AccessDeps, 'clients'>>, id: number): Promise<Noteable> {
  const { author_id } = await call.deps.clients.snippets.getSnippetProfile({ snippet_id: id });
  return { ...ofProject(call), type: 'Snippet', id, author_id };
}

/** The epic of the group named by the call, by its id. */
export async function epicOf(call: Call<ModelDeps>, id: number): Promise<Noteable> {
  const { id: groupId, level } = call.resource('id');
  const epic = await call.deps.items.epics.model
    .findOne({ _id: id, group_id: groupId }, { author_id: 1, iid: 1 })
    .lean<Pick<EpicDocument, '_id' | 'author_id' | 'iid'>>();
  if (!epic) throw new NotFoundError();
  const { iid, author_id } = epic;
  return {
    type: 'Epic',
    id,
    iid,
    author_id,
    commit_id: null,
    project_id: null,
    group_id: groupId,
    level,
    is_locked: false,
  };
}

/** Condition on the notes of a target. */
export function notesOn({
  type,
  id,
  project_id,
  commit_id,
}: Pick<Noteable, 'type' | 'id' | 'project_id' | 'commit_id'>) {
  return type === 'Commit' ? { noteable_type: type, project_id, commit_id } : { noteable_type: type, noteable_id: id };
}

/**
 * Condition on the notes of a target that the caller may see: notes whose mentioner they may not
 * read are excluded.
 */
export async function visibleNotesOn(call: Call<NotesDeps>, target: Noteable) {
  const all = notesOn(target);
  const mentions = { ...all, mentioner: { $exists: true } };
  const {
    notes,
    lists: { notes: noteLists },
  } = call.deps;
  // The mentions are the same for all callers and cached; which of them are hidden depends on the
  // caller.
  const found = await noteLists.pages.get(JSON.stringify(['mentions', all]), () =>
    notes.model.find(mentions, { mentioner: 1 }).lean<NoteDocument[]>(),
  );
  const hidden = await findHiddenNotes(call, found);
  return hidden.size === 0 ? all : { ...all, _id: { $nin: [...hidden] } };
}

/**
 * A note on a target by its id. Throws NotFoundError if it does not exist or is hidden from the
 * caller.
 */
export async function noteOn(
  call: Call<Pick<NotesDeps, 'clients' | 'items' | 'notes'>>,
  target: Noteable,
  id: number,
): Promise<NoteDocument> {
  const note = await call.deps.notes.model.findOne({ _id: id, ...notesOn(target) }).lean<NoteDocument>();
  if (!note || (await findHiddenNotes(call, [note])).size > 0) throw new NotFoundError('Note');
  return note;
}

function ofItem({ _id: id, iid, author_id, discussion_locked: lock }: ProjectItemDocument) {
  return { id, iid, author_id, is_locked: lock === true };
}

function ofProject(call: Call<unknown>): Omit<Noteable, 'type' | 'id' | 'author_id'> {
  const { id, level } = call.resource('id');
  return { project_id: id, group_id: null, iid: null, commit_id: null, level, is_locked: false };
}
