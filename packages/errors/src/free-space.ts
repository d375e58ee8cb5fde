/** Free disk space is checked before something large is written, so that a full disk refuses uploads instead of breaking the rest. */
import { statfs } from 'node:fs/promises';
import { UnavailableError } from './errors';

/** Bytes that stay free on a disk unless the configuration says otherwise. */
export const DEFAULT_MIN_FREE_DISK_BYTES = 256 * 1024 * 1024;

const NO_SPACE = 'There is not enough free disk space, try again later';
const RETRY_AFTER_SECONDS = 60;

/** Throws UnavailableError if a folder has no room for the bytes beside the reserve. */
export async function assertFreeSpace(folder: string, bytes: number, reserveBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - bytes < reserveBytes) throw noSpace();
}

/** Turns the error of a full disk into a 503; any other error is returned as it is. */
export function fromDiskError(error: unknown): unknown {
  const isFull = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  return isFull ? noSpace(error) : error;
}

function noSpace(cause?: unknown): UnavailableError {
  return new UnavailableError(NO_SPACE, { retryAfter: RETRY_AFTER_SECONDS, ...(cause !== undefined && { cause }) });
}
