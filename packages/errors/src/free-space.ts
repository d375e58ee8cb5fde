/**
 * Errors of disks that cannot be written. Free space is checked before large writes, so that a full
 * disk does not break other functions.
 */
import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { UnavailableError } from './errors';

/** Bytes that stay free on a disk by default. */
export const DEFAULT_MIN_FREE_DISK_BYTES = 256 * 1024 * 1024;

/** Why a disk cannot be written. */
export type DiskProblem = 'full' | 'read_only';

/** Messages for clients. */
export const diskProblemTexts: Readonly<Record<DiskProblem, string>> = {
  full: 'There is not enough free disk space, try again later',
  read_only: 'The disk is read-only at the moment, try again later',
};
/** Seconds after which a client may try again: an administrator has to act first. */
export const DISK_RETRY_AFTER_SECONDS = 60;

const problemsByCode: Readonly<Record<string, DiskProblem>> = { ENOSPC: 'full', EDQUOT: 'full', EROFS: 'read_only' };

/** Thrown if a disk cannot be written. */
export class DiskError extends UnavailableError {
  constructor(problem: DiskProblem, cause?: unknown) {
    super(diskProblemTexts[problem], { retryAfter: DISK_RETRY_AFTER_SECONDS, ...(cause !== undefined && { cause }) });
  }
}

/** Throws DiskError if writing the bytes would leave less than the reserve free. */
export async function assertFreeSpace(folder: string, bytes: number, reserveBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - bytes < reserveBytes) throw new DiskError('full');
}

/**
 * Returns why the disk of a folder cannot be written; undefined if it can, or if the reason is
 * unknown.
 */
export async function findDiskProblem(folder: string, reserveBytes: number): Promise<DiskProblem | undefined> {
  try {
    await access(folder, constants.W_OK);
    await assertFreeSpace(folder, 0, reserveBytes);
    return undefined;
  } catch (error) {
    return error instanceof DiskError ? 'full' : diskProblemOf(error);
  }
}

/** Maps the error of a file operation to a disk problem. */
export function diskProblemOf(error: unknown): DiskProblem | undefined {
  return error instanceof Error && 'code' in error ? problemsByCode[String(error.code)] : undefined;
}

/**
 * Turns the error of a disk that cannot be written into a 503; any other error is returned
 * unchanged.
 */
export function fromDiskError(error: unknown): unknown {
  const problem = diskProblemOf(error);
  return problem ? new DiskError(problem, error) : error;
}
