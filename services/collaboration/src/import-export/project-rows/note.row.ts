/** Exports notes and reactions to archives and imports them. */
import { createHash } from 'node:crypto';
import { UntrustedRecord, searchFields } from '@forgemesh/data';
import type { AwardEmojiDocument } from '#discussion/award-emoji';
import type { DiffPosition, LineRange, NoteDocument, RangeEnd, SuggestionDocument } from '#discussion/notes';
import type { ProjectImport } from './project-import';
import type { NoteableType } from '#items/model';
import { type RestoredSuggestion, restoreSuggestions, suggestionRows } from './suggestion.row';

const MAX_BODY = 1_000_000;

/** A reaction as an archive entry. */
export function awardRow({ name, user_id, created_at, updated_at }: AwardEmojiDocument): object {
  return { name, user_id, created_at, updated_at };
}

/** What the archive entry of a note contains besides the note itself. */
export interface NoteRelations {
  authorName: string | undefined;
  awards: readonly AwardEmojiDocument[];
  /** Whether a later version changed the lines of its thread. */
  isOutdated: boolean;
}

/** A note as an archive entry. */
export function noteRow(note: NoteDocument, { authorName, awards, isOutdated }: NoteRelations): object {
  const { _id: id, body, noteable_type, author_id, created_at, updated_at, commit_id, system, type } = note;
  const { discussion_id, resolved_at, resolved_by_id, position, commit_line } = note;
  return {
    id,
    note: body,
    noteable_type,
    author_id,
    author: { name: authorName ?? null },
    created_at,
    updated_at,
    commit_id,
    system,
    type,
    discussion_id,
    resolved_at,
    resolved_by_id,
    position,
    commit_line,
    award_emoji: awards.map(awardRow),
    suggestions: suggestionRows(note, isOutdated),
  };
}

/** The notes and reactions of a target in an archive, before the target is stored. */
export interface RestoredThreads {
  notes: readonly RestoredNoteEntry[];
  awards: readonly RestoredAward[];
}

/** A note in an archive with what belongs to it. */
interface RestoredNoteEntry {
  fields: RestoredNote;
  awards: readonly RestoredAward[];
  suggestions: readonly RestoredSuggestion[];
}

type RestoredNote = ReturnType<typeof restoreNote> & { operation_id: string };
type RestoredAward = ReturnType<typeof restoreAwards>[number];

/** The target of the notes in an archive. */
export interface ThreadTarget {
  type: NoteableType;
  /** Key of the target's own row; the keys of its notes are derived from it. */
  key: string;
}

/**
 * The notes and reactions of a target. All are restored before any is stored, so that an invalid
 * one leaves no target without its notes.
 */
export function restoreThreads(
  row: UntrustedRecord,
  { type, key }: ThreadTarget,
  importer: ProjectImport,
): RestoredThreads {
  const notes = row.rows('notes').map((note, at) => {
    const noteKey = `${key}/notes/${at}`;
    const fields = { operation_id: noteKey, ...restoreNote(note, { type, key: noteKey }, importer) };
    const suggestions = type === 'MergeRequest' ? restoreSuggestions(note, fields.position) : [];
    return { fields, awards: restoreAwards(note, noteKey, importer), suggestions };
  });
  return { notes, awards: restoreAwards(row, key, importer) };
}

/** Stores the notes and reactions of stored targets of one type. */
export async function storeThreads(
  type: Exclude<NoteableType, 'Commit'>,
  targets: readonly { id: number; threads: RestoredThreads }[],
  { deps }: ProjectImport,
): Promise<void> {
  const entries = targets.flatMap(({ id, threads }) => threads.notes.map((note) => ({ ...note, id })));
  const suggestions = await numberSuggestions(
    deps,
    entries.map((entry) => entry.suggestions),
  );
  const notes = entries.map(({ id, fields, awards }, at) => ({
    fields: { ...fields, noteable_id: id, suggestions: suggestions[at] },
    awards,
  }));
  const ids = await deps.notes.insertMany(notes.map(({ fields }) => fields));
  const onTargets = targets.flatMap(({ id, threads }) =>
    threads.awards.map((award) => ({ ...award, awardable_type: type, awardable_id: id })),
  );
  const onNotes = notes.flatMap(({ awards }, at) =>
    awards.map((award) => ({ ...award, awardable_type: 'Note' as const, awardable_id: ids[at] ?? 0 })),
  );
  await deps.awardEmoji.insertMany([...onTargets, ...onNotes]);
}

/** Gives suggestions their ids; undefined for notes without suggestions. */
async function numberSuggestions(
  { notes }: ProjectImport['deps'],
  suggestions: readonly (readonly RestoredSuggestion[])[],
): Promise<(SuggestionDocument[] | undefined)[]> {
  const count = suggestions.reduce((sum, ofNote) => sum + ofNote.length, 0);
  let next = count === 0 ? 0 : await notes.nextId(count);
  return suggestions.map((ofNote) =>
    ofNote.length === 0 ? undefined : ofNote.map((suggestion) => ({ id: next++, ...suggestion })),
  );
}

/** The number of user notes of an item. */
export function countNotes(row: UntrustedRecord): number {
  return row.rows('notes').filter((note) => !note.flag('system')).length;
}

/** The number of reactions of an item with a name. */
export function countAwards(row: UntrustedRecord, name: string, importer: ProjectImport): number {
  const users = row.rows('award_emoji').filter((award) => award.optionalText('name') === name);
  return new Set(users.map((award) => importer.userOf(award.optionalNumber('user_id')))).size;
}

/** The fields of a note without its target. The notes of a discussion share a new discussion id. */
export function restoreNote(row: UntrustedRecord, { type: noteable_type, key }: ThreadTarget, importer: ProjectImport) {
  const author = row.optionalNumber('author_id');
  const system = row.flag('system');
  const body = importer.withAuthorCredit(row.text('note', MAX_BODY), row);
  const position = restorePosition(row);
  const type = typeOf(row, position !== null);
  const resolvable = !system && type !== null && noteable_type === 'MergeRequest';
  const resolved = resolvable ? row.optionalDate('resolved_at') : null;
  const thread = row.optionalText('discussion_id', 255) ?? key;
  return {
    noteable_type,
    commit_id: row.optionalSha('commit_id'),
    project_id: importer.owner.project_id,
    group_id: importer.owner.group_id,
    author_id: importer.userOf(author),
    body,
    ...(!system && searchFields(body)),
    system,
    type,
    resolvable,
    position,
    commit_line: restoreLine(row),
    discussion_id: createHash('sha1').update(`${importer.key}/${thread}`).digest('hex'),
    resolved_at: resolved,
    resolved_by_id: resolved && importer.userOf(row.optionalNumber('resolved_by_id')),
    created_at: row.date('created_at'),
    updated_at: row.date('updated_at'),
  };
}

function typeOf(row: UntrustedRecord, hasPosition: boolean): NoteDocument['type'] {
  switch (row.optionalText('type', 64)) {
    case 'DiffNote':
      return hasPosition ? 'DiffNote' : 'DiscussionNote';
    case null:
    case '':
      return null;
    default:
      return 'DiscussionNote';
  }
}

/** The position of a note; older archives have it as a string. Incomplete positions are dropped. */
function restorePosition(note: UntrustedRecord): DiffPosition | null {
  const row = textOrRow(note, 'position');
  const [base_sha, start_sha, head_sha] = ['base_sha', 'start_sha', 'head_sha'].map((name) => row?.optionalSha(name));
  if (!row || !base_sha || !start_sha || !head_sha) return null;
  // Notes on a file as a whole have no line.
  if (row.optionalText('position_type', 64) === 'file') return null;
  return {
    base_sha,
    start_sha,
    head_sha,
    old_path: row.optionalText('old_path', 4096),
    new_path: row.optionalText('new_path', 4096),
    position_type: row.word('position_type', ['text', 'image']),
    old_line: row.optionalNumber('old_line'),
    new_line: row.optionalNumber('new_line'),
    line_range: restoreRange(row.row('line_range')),
  };
}

/** The lines of a note on several lines. Older archives have ranges in another form: none. */
function restoreRange(row: UntrustedRecord | null): LineRange | null {
  const [start, end] = [row?.row('start'), row?.row('end')];
  return start && end ? { start: restoreRangeEnd(start), end: restoreRangeEnd(end) } : null;
}

function restoreRangeEnd(row: UntrustedRecord): RangeEnd {
  const type = row.optionalText('type', 64);
  return {
    line_code: row.optionalText('line_code', 100) ?? '',
    type: type === 'old' || type === 'new' ? type : null,
    old_line: row.optionalNumber('old_line'),
    new_line: row.optionalNumber('new_line'),
  };
}

function textOrRow(note: UntrustedRecord, name: string): UntrustedRecord | null {
  return note.isText(name) ? UntrustedRecord.parse(note.text(name), name) : note.row(name);
}

function restoreLine(note: UntrustedRecord): NoteDocument['commit_line'] {
  const row = note.row('commit_line');
  if (!row) return null;
  return {
    path: row.text('path', 4096),
    line: row.positive('line'),
    line_type: row.word('line_type', ['new', 'old']),
  };
}

/** The reactions in a row. Those of several unmapped users with the same name become one. */
function restoreAwards(row: UntrustedRecord, key: string, importer: ProjectImport) {
  const seen = new Set<string>();
  return row.rows('award_emoji').flatMap((award, at) => {
    const name = award.text('name', 255);
    const user_id = importer.userOf(award.optionalNumber('user_id'));
    if (seen.has(`${user_id} ${name}`)) return [];
    seen.add(`${user_id} ${name}`);
    return [
      {
        operation_id: `${key}/award_emoji/${at}`,
        name,
        user_id,
        created_at: award.date('created_at'),
        updated_at: award.date('updated_at'),
      },
    ];
  });
}
