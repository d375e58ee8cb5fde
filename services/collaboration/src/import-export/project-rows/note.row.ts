/** Exports notes and reactions to archives and imports them. */
import { createHash } from 'node:crypto';
import { UntrustedRecord, searchFields } from '@forgemesh/data';
import type { AwardableType, AwardEmojiDocument } from '../../discussion/award-emoji/award-emoji.model';
import type { DiffPosition, NoteableType, NoteDocument } from '../../discussion/notes/note.model';
import type { ProjectImport } from './project-import';

const MAX_BODY = 1_000_000;

/** A reaction as an archive entry. */
export function awardRow({ name, user_id, created_at, updated_at }: AwardEmojiDocument): object {
  return { name, user_id, created_at, updated_at };
}

/** A note as an archive entry. */
export function noteRow(note: NoteDocument, authorName: string | undefined, awards: readonly AwardEmojiDocument[]) {
  const { _id: id, body, noteable_type, author_id, created_at, updated_at, commit_id, system, type } = note;
  const { discussion_id, resolved_at, resolved_by_id, position, commit_line } = note;
  return {
    ...{ id, note: body, noteable_type, author_id, author: { name: authorName ?? null }, created_at, updated_at },
    ...{ commit_id, system, type, discussion_id, resolved_at, resolved_by_id, position, commit_line },
    award_emoji: awards.map(awardRow),
  };
}

/** The target of imported notes. */
export interface RestoredTarget {
  type: NoteableType;
  /** Id on this instance. */
  id: number;
  /** Key of the target's own row; the keys of its notes are derived from it. */
  key: string;
  row: UntrustedRecord;
}

/** Stores the notes of targets, and the reactions to the targets and notes. */
export async function importThreads(targets: readonly RestoredTarget[], importer: ProjectImport): Promise<void> {
  const notes = targets.flatMap((target) =>
    target.row.rows('notes').map((row, at) => ({ target, row, key: `${target.key}/notes/${at}` })),
  );
  const ids = await importer.deps.notes.insertMany(
    notes.map(({ target, row, key }) => ({ operation_id: key, ...restoreNote(row, { target, key, importer }) })),
  );
  const reactedTo = targets.flatMap(({ type, ...rest }) => (type === 'Commit' ? [] : [{ type, ...rest }]));
  await importAwards(
    [...reactedTo, ...notes.map((note, at) => ({ ...note, type: 'Note', id: ids[at] ?? 0 }) as const)],
    importer,
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

interface NoteContext {
  target: RestoredTarget;
  key: string;
  importer: ProjectImport;
}

/** The fields of a note. The notes of a discussion share a new discussion id. */
export function restoreNote(row: UntrustedRecord, { target, key, importer }: NoteContext) {
  const author = row.optionalNumber('author_id');
  const system = row.flag('system');
  const body = importer.withAuthorCredit(row.text('note', MAX_BODY), row);
  const position = restorePosition(row);
  const type = typeOf(row, position !== null);
  const resolvable = !system && type !== null && target.type === 'MergeRequest';
  const resolved = resolvable ? row.optionalDate('resolved_at') : null;
  const thread = row.optionalText('discussion_id', 255) ?? key;
  return {
    ...{ noteable_type: target.type, noteable_id: target.id, commit_id: row.optionalSha('commit_id') },
    ...{ ...importer.owner, author_id: importer.userOf(author) },
    body,
    ...(!system && searchFields(body)),
    ...{ system, type, resolvable, position, commit_line: restoreLine(row) },
    discussion_id: createHash('sha1').update(`${importer.key}/${thread}`).digest('hex'),
    resolved_at: resolved,
    resolved_by_id: resolved && importer.userOf(row.optionalNumber('resolved_by_id')),
    ...{ created_at: row.date('created_at'), updated_at: row.date('updated_at') },
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
  return {
    ...{ base_sha, start_sha, head_sha },
    ...{ old_path: row.optionalText('old_path', 4096), new_path: row.optionalText('new_path', 4096) },
    position_type: row.word('position_type', ['text', 'image']),
    ...{ old_line: row.optionalNumber('old_line'), new_line: row.optionalNumber('new_line') },
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

interface ReactionTarget {
  type: AwardableType;
  id: number;
  key: string;
  row: UntrustedRecord;
}

async function importAwards(targets: readonly ReactionTarget[], importer: ProjectImport): Promise<void> {
  const awards = targets.flatMap(({ type, id, key, row }) => {
    // Reactions of several unmapped users with the same name become one.
    const seen = new Set<string>();
    return row.rows('award_emoji').flatMap((award, at) => {
      const [name, user_id] = [award.text('name', 255), importer.userOf(award.optionalNumber('user_id'))];
      if (seen.has(`${user_id} ${name}`)) return [];
      seen.add(`${user_id} ${name}`);
      const times = { created_at: award.date('created_at'), updated_at: award.date('updated_at') };
      return [
        { operation_id: `${key}/award_emoji/${at}`, awardable_type: type, awardable_id: id, name, user_id, ...times },
      ];
    });
  });
  await importer.deps.awardEmoji.insertMany(awards);
}
