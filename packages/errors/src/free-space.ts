/**
 * Disks that take no writes. Free space is checked before something large is written, so that a
 * full disk does not break the rest.
 */
import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { UnavailableError } from './errors';

/** Bytes that stay free on a disk unless the configuration says otherwise. */
export const DEFAULT_MIN_FREE_DISK_BYTES = 256 * 1024 * 1024;

/** Why a disk takes no writes. */
export type DiskProblem = 'full' | 'read_only';

/** What clients are told about a disk that takes no writes. */
export const diskProblemTexts: Readonly<Record<DiskProblem, string>> = {
  full: 'There is not enough free disk space, try again later',
  read_only: 'The disk is read-only at the moment, try again later',
};
/** Seconds after which a client may try again: an administrator has to act first. */
export const DISK_RETRY_AFTER_SECONDS = 60;

const problemsByCode: Readonly<Record<string, DiskProblem>> = { ENOSPC: 'full', EDQUOT: 'full', EROFS: 'read_only' };

/** A disk takes no writes. */
export class DiskError extends UnavailableError {
  constructor(problem: DiskProblem, cause?: unknown) {
    super(diskProblemTexts[problem], { retryAfter: DISK_RETRY_AFTER_SECONDS, ...(cause !== undefined && { cause }) });
  }
}

/** Throws DiskError if a folder has no room for the bytes beside the reserve. */
export async function assertFreeSpace(folder: string, bytes: number, reserveBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - bytes < reserveBytes) throw new DiskError('full');
}

/**
 * Why the disk of a folder takes no writes; undefined if it does, or if that cannot be found out.
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

/** What the error of a file operation says about its disk. */
export function diskProblemOf(error: unknown): DiskProblem | undefined {
  return error instanceof Error && 'code' in error ? problemsByCode[String(error.code)] : undefined;
}

/**
 * Turns the error of a disk that takes no writes into a 503; any other error is returned as it is.
 */
export function fromDiskError(error: unknown): unknown {
  const problem = diskProblemOf(error);
  return problem ? new DiskError(problem, error) : error;
}
