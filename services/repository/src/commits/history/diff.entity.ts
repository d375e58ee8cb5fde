import type { DiffEntry as DiffEntryMessage } from '@forgemesh/proto/repository/v1/diff';
import type { DiffEntry } from '@forgemesh/git-engine';

/** Presents a changed file in the API. */
export function presentDiffEntry(entry: DiffEntry): DiffEntryMessage {
  const { diff, new_path, old_path, a_mode, b_mode, new_file, renamed_file, deleted_file } = entry;
  return { diff, new_path, old_path, a_mode, b_mode, new_file, renamed_file, deleted_file };
}
