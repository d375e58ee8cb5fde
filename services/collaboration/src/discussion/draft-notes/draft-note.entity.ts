/** Presents draft notes in the API. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { DraftNote, DraftNotePosition } from '@forgemesh/proto/collaboration/v1/draft_note';
import { type DiffPosition, lineCodeOf, presentLineRange } from '#discussion/notes';
import type { DraftNoteDocument } from './draft-note.model';

/** Presents a draft note. */
export function presentDraftNote(draft: DraftNoteDocument): ResponseOf<DraftNote> {
  const { _id: id, author_id, merge_request_id, resolve_discussion, discussion_id, note, commit_id, position } = draft;
  return {
    id,
    author_id,
    merge_request_id,
    resolve_discussion,
    discussion_id,
    note,
    commit_id,
    line_code: lineCode(position),
    position: presentPosition(position),
  };
}

function lineCode(position: DiffPosition | null): string | null {
  if (position?.position_type !== 'text') return null;
  const { line_range: range, new_path, old_path, old_line, new_line } = position;
  return range?.end.line_code ?? lineCodeOf(new_path ?? old_path ?? '', old_line, new_line);
}

/** The API shows the fields of a position also for a note that has none. */
function presentPosition(position: DiffPosition | null): ResponseOf<DraftNotePosition> {
  return {
    base_sha: position?.base_sha ?? null,
    start_sha: position?.start_sha ?? null,
    head_sha: position?.head_sha ?? null,
    old_path: position?.old_path ?? null,
    new_path: position?.new_path ?? null,
    position_type: position?.position_type ?? 'text',
    old_line: position?.old_line ?? null,
    new_line: position?.new_line ?? null,
    line_range: presentLineRange(position?.line_range),
  };
}
