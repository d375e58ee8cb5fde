/** Finds a file of a commit and reads its content in one call. */
import { GitError } from '../../errors';
import { type TreeEntryInput, treeEntry } from '../tree/tree-entry';
import type { TreeEntry } from '../tree/tree-entries';
import type { GitContext } from '../../worker/context';
import { blobInfo } from './blob-info';
import { type BlobContent, readBlob } from './read-blob';

export interface ReadFileInput extends TreeEntryInput {
  /** Maximum bytes to read; the content of a larger file is null. Default 1 MB. */
  max_bytes?: number;
}

export interface FileContent {
  entry: TreeEntry;
  size: number;
  /** Null when the file is larger than `max_bytes`; stream it instead. */
  data: Buffer | null;
}

const defaultMaxBytes = 1024 * 1024;

/**
 * Reads the file. Errors: `path_not_found` when the path is not a file (symbolic links are files).
 */
export async function readFile(context: GitContext, input: ReadFileInput): Promise<FileContent> {
  const entry = await treeEntry(context, input);
  if (entry.type !== 'blob') throw new GitError('path_not_found', 'there is no such file');
  const { size } = await blobInfo(context, { repo: input.repo, id: entry.id });
  if (size > (input.max_bytes ?? defaultMaxBytes)) return { entry, size, data: null };
  const content: BlobContent = await readBlob(context, { repo: input.repo, id: entry.id, max_bytes: size });
  return { entry, size, data: content.data };
}
