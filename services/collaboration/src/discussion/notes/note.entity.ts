/** Presents notes in the API. */
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type {
  LineRange,
  LineRangeEnd,
  Note,
  NoteAuthor,
  NotePosition,
  Suggestion,
} from '@forgemesh/proto/collaboration/v1/note';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import { presentUser } from '#clients';
import { itemNumber, itemStore } from '#items/model';
import type { WrittenNote } from './create-note-with-quick-actions';
import type { DiffPosition, LineRange as LineRangeDocument, NoteDocument, RangeEnd } from './note.model';
import { presentSuggestions } from './present-suggestions';
import type { NotesDeps } from './deps';

/**
 * Presents notes on one target with one lookup of their authors. `iid` is the target's number, null
 * if it has none.
 */
export async function presentNotes(
  deps: NotesDeps,
  notes: readonly NoteDocument[],
  iid: number | null,
): Promise<ResponseOf<Note>[]> {
  return presentWithNumbers(deps, notes, () => iid);
}

/**
 * Presents notes on several issues, merge requests and commits, with one lookup of their authors
 * and one query for each kind of target.
 */
export async function presentNotesOfMany(
  deps: Pick<NotesDeps, 'display' | 'items' | 'notes'>,
  notes: readonly NoteDocument[],
): Promise<ResponseOf<Note>[]> {
  const types = ['Issue', 'MergeRequest'] as const;
  const numbers = await Promise.all(
    types.map(async (type) => {
      const ids = notes.filter((note) => note.noteable_type === type).map(({ noteable_id: id }) => id);
      const items = await itemStore(deps, type)
        ?.model.find({ _id: { $in: ids } }, { iid: 1 })
        .lean<{ _id: number; iid: number }[]>();
      return [type, new Map(items?.map(({ _id: id, iid }) => [id, iid]))] as const;
    }),
  );
  const byType = new Map<string, ReadonlyMap<number, number>>(numbers);
  return presentWithNumbers(deps, notes, (note) => byType.get(note.noteable_type)?.get(note.noteable_id) ?? null);
}

async function presentWithNumbers(
  deps: Pick<NotesDeps, 'display' | 'items' | 'notes'>,
  notes: readonly NoteDocument[],
  iidOf: (note: NoteDocument) => number | null,
): Promise<ResponseOf<Note>[]> {
  const [users, suggestions] = await Promise.all([
    deps.display.users.find(
      notes.flatMap(({ author_id: author, resolved_by_id: resolver }) => [author, resolver ?? []].flat()),
    ),
    presentSuggestions(deps, notes),
  ]);
  return notes.map((note) => presentOne(note, iidOf(note), { users, suggestions: suggestions.get(note._id) }));
}

/** Presents one note. */
export async function presentNote(deps: NotesDeps, note: NoteDocument, iid: number | null): Promise<ResponseOf<Note>> {
  return (await presentNotes(deps, [note], iid))[0] as ResponseOf<Note>;
}

/** Presents a note that was just written. */
export async function presentWrittenNote(
  deps: NotesDeps,
  { note, summary }: WrittenNote,
  iid: number | null,
): Promise<ResponseOf<Note>> {
  const presented = await presentNote(deps, note, iid);
  return summary === undefined ? presented : { ...presented, summary };
}

/** A note in its events: as the API shows it, with its target and discussion. */
export async function presentNoteEvent(
  deps: NotesDeps,
  note: NoteDocument,
): Promise<EventEntity<'collaboration.note.updated'>> {
  const iid = await itemNumber(deps, note.noteable_type, note.noteable_id);
  const { type, noteable_type, noteable_id, project_id, group_id, discussion_id, commit_line } = note;
  return {
    ...(await presentNote(deps, note, iid)),
    type,
    noteable_type,
    noteable_id: noteable_type === 'Commit' ? null : noteable_id,
    project_id,
    group_id,
    discussion_id,
    commit_line,
  };
}

interface NoteAssociations {
  users: ReadonlyMap<number, UserProfile>;
  suggestions: ResponseOf<Suggestion>[] | undefined;
}

function presentOne(
  note: NoteDocument,
  iid: number | null,
  { users, suggestions }: NoteAssociations,
): ResponseOf<Note> {
  const position = note.position ?? positionOfCommitLine(note);
  const presented: Omit<ResponseOf<Note>, 'summary'> = {
    id: note._id,
    type: note.type,
    body: note.body,
    attachment: null,
    author: presentAuthor(users.get(note.author_id)),
    created_at: note.created_at.toISOString(),
    updated_at: note.updated_at.toISOString(),
    system: note.system,
    noteable_id: note.noteable_type === 'Commit' ? null : note.noteable_id,
    noteable_type: note.noteable_type,
    noteable_iid: iid,
    resolvable: note.resolvable,
    resolved: note.resolvable ? Boolean(note.resolved_at) : undefined,
    resolved_by: note.resolvable ? presentUser(users.get(note.resolved_by_id ?? 0)) : undefined,
    position: position ? presentPosition(position) : undefined,
    commit_id: note.commit_id || undefined,
    suggestions: suggestions ?? (undefined as never),
  };
  // Only a new note has a summary.
  return presented as ResponseOf<Note>;
}

function presentAuthor(user: UserProfile | undefined): ResponseOf<NoteAuthor> | null {
  const brief = presentUser(user);
  return user && brief ? { ...brief, email: user.email, created_at: user.created_at } : null;
}

function presentPosition(position: DiffPosition): ResponseOf<NotePosition> {
  const { base_sha, start_sha, head_sha, old_path, new_path, position_type, old_line, new_line } = position;
  return {
    base_sha,
    start_sha,
    head_sha,
    old_path,
    new_path,
    position_type,
    old_line,
    new_line,
    line_range: presentLineRange(position.line_range),
  };
}

/** Presents the lines of a note on several lines; null for other notes. */
export function presentLineRange(range: LineRangeDocument | null | undefined): ResponseOf<LineRange> | null {
  if (!range) return null;
  const { start, end } = range;
  return { start: presentRangeEnd(start), end: presentRangeEnd(end) };
}

function presentRangeEnd({ line_code, type, old_line, new_line }: RangeEnd): ResponseOf<LineRangeEnd> {
  return { line_code, type, old_line, new_line };
}

/** The position of a comment on a line of a commit, which is stored in a form of its own. */
function positionOfCommitLine({ commit_line: at, commit_id: commitId, parent_id }: NoteDocument): DiffPosition | null {
  if (!at || commitId === null) return null;
  const parent = parent_id ?? '';
  const isOld = at.line_type === 'old';
  return {
    base_sha: parent,
    start_sha: parent,
    head_sha: commitId,
    old_path: at.path,
    new_path: at.path,
    position_type: 'text',
    old_line: isOld ? at.line : null,
    new_line: isOld ? null : at.line,
  };
}
