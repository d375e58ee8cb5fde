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
  /** Bytes of the large file that this file stands for; undefined for any other file. */
  largeFileSize: number | undefined;
}

/** Larger parts of a binary file need not be checked. */
const CHECKED_BYTES = 8000;

const largeFile =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:ext-\d-.+\n)*oid sha256:[0-9a-f]{64}\nsize (\d{1,16})\s*$/;

/** Decodes a file. */
export function decodeFile(file: Entity<'repository.File'>): FileContent {
  const bytes = Uint8Array.from(atob(file.content), (letter) => letter.charCodeAt(0));
  const isBinary = bytes.subarray(0, CHECKED_BYTES).includes(0);
  const text = isBinary ? undefined : new TextDecoder().decode(bytes);
  const [, largeFileSize] = largeFile.exec(text ?? '') ?? [];
  return {
    name: file.file_name,
    size: file.size,
    commitId: file.commit_id,
    lastCommitId: file.last_commit_id,
    text,
    largeFileSize: largeFileSize === undefined ? undefined : Number(largeFileSize),
  };
}
