/** Decodes the content of files as the API sends it. */
import type { Entity } from '#api/types';

/** A file with its content. */
export interface FileContent {
  name: string;
  size: number;
  commitId: string;
  lastCommitId: string;
  /** The text; undefined for a binary file, and for a large file that is not loaded. */
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
  const text = textOf(Uint8Array.from(atob(file.content), (letter) => letter.charCodeAt(0)));
  const [, largeFileSize] = largeFile.exec(text ?? '') ?? [];
  return {
    name: file.file_name,
    size: file.size,
    commitId: file.commit_id,
    lastCommitId: file.last_commit_id,
    // A pointer is no content.
    text: largeFileSize === undefined ? text : undefined,
    largeFileSize: largeFileSize === undefined ? undefined : Number(largeFileSize),
  };
}

/** A file that is stored in LFS, with the content that its pointer stands for. */
export async function withLargeContent(file: FileContent, content: Blob): Promise<FileContent> {
  return { ...file, text: textOf(new Uint8Array(await content.arrayBuffer())) };
}

/** The text of a content; undefined if it is binary. */
function textOf(bytes: Uint8Array): string | undefined {
  return bytes.subarray(0, CHECKED_BYTES).includes(0) ? undefined : new TextDecoder().decode(bytes);
}
