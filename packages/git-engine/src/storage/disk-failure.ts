/**
 * Recognizes disks that accept no writes: from the error of a file operation, from git's messages,
 * or from the disk itself.
 */
import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { GitError, isGitError, type GitErrorReason } from '../errors';

type DiskReason = Extract<GitErrorReason, 'disk_full' | 'disk_read_only'>;

const messages: Readonly<Record<DiskReason, string>> = {
  disk_full: 'There is not enough free disk space',
  disk_read_only: 'The disk is read-only',
};
const reasonsByCode: Readonly<Record<string, DiskReason>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EROFS: 'disk_read_only',
};
const patterns: ReadonlyArray<readonly [RegExp, DiskReason]> = [
  [/: (?:No space left on device|Disk quota exceeded)\b/, 'disk_full'],
  [/: Read-only file system\b/, 'disk_read_only'],
];
/** Messages of git about failed writes that do not name the cause. */
const failedWrite =
  /couldn't write|unable to (?:write|create|append)|could not (?:write|create)|write error|unpacker error/i;
/** A disk with less free space counts as full: writing a few blocks can fail. */
const MIN_FREE_BYTES = 1024 * 1024;

/** The disk failure that a message of git names. */
export function diskFailureIn(text: string): GitError | undefined {
  const [, reason] = patterns.find(([pattern]) => pattern.test(text)) ?? [];
  return reason && new GitError(reason, messages[reason], { cause: text.trim() });
}

/**
 * Converts an error into `disk_full` or `disk_read_only` when the disk of a folder caused it;
 * returns any other error unchanged.
 */
export async function explainDiskFailure(error: unknown, folder: string | undefined): Promise<unknown> {
  if (!(error instanceof Error)) return error;
  const errorReason = 'code' in error ? reasonsByCode[String(error.code)] : undefined;
  if (errorReason) return new GitError(errorReason, messages[errorReason], { cause: error.stack });
  if (isGitError(error) && error.reason !== 'git_failed' && error.reason !== 'refused') return error;
  const named = diskFailureIn(error.message);
  if (named) return named;
  const mayBeDiskFailure = !isGitError(error, 'refused') || failedWrite.test(error.message);
  const reason = mayBeDiskFailure && folder !== undefined ? await probeDisk(folder) : undefined;
  return reason ? new GitError(reason, messages[reason], { cause: error.stack }) : error;
}

/**
 * Checks the nearest existing folder: Node reports a read-only disk as ENOENT when it creates
 * folders recursively.
 */
async function probeDisk(folder: string): Promise<DiskReason | undefined> {
  try {
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < MIN_FREE_BYTES ? 'disk_full' : undefined;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const parent = dirname(folder);
    return code === 'ENOENT' && parent !== folder ? probeDisk(parent) : reasonsByCode[code];
  }
}
