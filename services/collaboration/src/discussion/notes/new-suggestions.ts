/** Finds the suggested changes of lines in the text of a note. */
import { parseSuggestions } from './parse-suggestions';
import type { DiffPosition, SuggestionDocument } from './note.model';
import { storageOf } from '#items/merge-requests';
import type { NoteTarget } from '#items/shared';
import type { NotesDeps } from './deps';

/**
 * The suggestions of a note on a line of a merge request. Those for lines that the file does not
 * have are left out: they stay code blocks.
 */
export async function newSuggestions(
  deps: Pick<NotesDeps, 'clients' | 'display' | 'notes'>,
  { type, project_id }: Pick<NoteTarget, 'type' | 'project_id'>,
  { body, position }: { body: string; position: DiffPosition | null },
): Promise<SuggestionDocument[]> {
  const line = position?.new_line ?? null;
  if (type !== 'MergeRequest' || project_id === null || !position || line === null) return [];
  const blocks = parseSuggestions(body);
  if (blocks.length === 0) return [];
  const ranges = blocks.map(({ above, below }) => ({ from_line: Math.max(1, line - above), to_line: line + below }));
  const storage = await storageOf(deps, project_id);
  const file = { project_id, storage, commit_sha: position.head_sha, path: position.new_path ?? '', ranges };
  const found = await deps.clients.suggestionCommits.listFileLines(file, { storage });
  const present = blocks.flatMap(({ content }, index) => {
    const before = found.ranges[index]?.content;
    const range = ranges[index];
    return before === undefined || !range ? [] : [{ ...range, from_content: before, to_content: content }];
  });
  if (present.length === 0) return [];
  // No note has the same id as a suggestion.
  const first = await deps.notes.nextId(present.length);
  return present.map((suggestion, index) => ({ id: first + index, ...suggestion, commit_id: null }));
}
