/**
 * Recognises failures of a disk that takes no writes: from the error of a file operation, from
 * git's words, or from the disk itself.
 */
import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { GitError, isGitError, type GitErrorReason } from '../errors';

type DiskReason = Extract<GitErrorReason, 'disk_full' | 'disk_read_only'>;

const texts: Readonly<Record<DiskReason, string>> = {
  disk_full: 'There is not enough free disk space',
  disk_read_only: 'The disk is read-only',
};
const reasonsByCode: Readonly<Record<string, DiskReason>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EROFS: 'disk_read_only',
};
const words: ReadonlyArray<readonly [RegExp, DiskReason]> = [
  [/: (?:No space left on device|Disk quota exceeded)\b/, 'disk_full'],
  [/: Read-only file system\b/, 'disk_read_only'],
];
/** What git says of failed writes without their cause. */
const failedWrite =
  /couldn't write|unable to (?:write|create|append)|could not (?:write|create)|write error|unpacker error/i;
/** A disk with less free space is full: a write of some blocks has failed there. */
const MIN_FREE_BYTES = 1024 * 1024;

/** The failure of a disk that git's words name. */
export function diskFailureIn(text: string): GitError | undefined {
  const [, reason] = words.find(([pattern]) => pattern.test(text)) ?? [];
  return reason && new GitError(reason, texts[reason], { cause: text.trim() });
}

/**
 * Turns an error into `disk_full` or `disk_read_only` where the disk of a folder is its cause;
 * returns any other one as it is.
 */
export async function explainDiskFailure(error: unknown, folder: string | undefined): Promise<unknown> {
  if (!(error instanceof Error)) return error;
  const known = 'code' in error ? reasonsByCode[String(error.code)] : undefined;
  if (known) return new GitError(known, texts[known], { cause: error.stack });
  if (isGitError(error) && error.reason !== 'git_failed' && error.reason !== 'refused') return error;
  const named = diskFailureIn(error.message);
  if (named) return named;
  const isUnexplained = !isGitError(error, 'refused') || failedWrite.test(error.message);
  const reason = isUnexplained && folder !== undefined ? await askDisk(folder) : undefined;
  return reason ? new GitError(reason, texts[reason], { cause: error.stack }) : error;
}

/**
 * Looks at the nearest folder that exists: Node reports a read-only disk as ENOENT where it creates
 * folders recursively.
 */
async function askDisk(folder: string): Promise<DiskReason | undefined> {
  try {
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < MIN_FREE_BYTES ? 'disk_full' : undefined;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const parent = dirname(folder);
    return code === 'ENOENT' && parent !== folder ? askDisk(parent) : reasonsByCode[code];
  }
}
