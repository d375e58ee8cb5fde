/** Decodes the content of files as the API sends it. */
import type { Entity } from '#api/types';

/** A file with its content. */
export interface FileContent {
  name: string;
  size: number;
  commitId: string;
  lastCommitId: string;
  /** The text; undefined for a binary file. */
  text: string | undefined;
}

/** Larger parts of a binary file need not be checked. */
const CHECKED_BYTES = 8000;

/** Decodes a file. */
export function decodeFile(file: Entity<'repository.File'>): FileContent {
  const bytes = Uint8Array.from(atob(file.content), (letter) => letter.charCodeAt(0));
  const isBinary = bytes.subarray(0, CHECKED_BYTES).includes(0);
  return {
    name: file.file_name,
    size: file.size,
    commitId: file.commit_id,
    lastCommitId: file.last_commit_id,
    text: isBinary ? undefined : new TextDecoder().decode(bytes),
  };
}
