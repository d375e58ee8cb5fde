/** Begins a download before its headers are sent, so that a refusal is still a status. */
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { UnavailableError } from '@forgemesh/errors';
import { isGitError } from '@forgemesh/git-engine';

const RETRY_AFTER_SECONDS = 5;

/**
 * Resolves with the content when its first bytes have arrived, or it has ended. Rejects with the
 * error of git, and with UnavailableError if too many downloads are running.
 */
export async function startDownload(stream: Duplex): Promise<AsyncIterable<Uint8Array>> {
  try {
    await once(stream, 'readable');
    return stream;
  } catch (error) {
    if (isGitError(error, 'overloaded')) throw new UnavailableError(undefined, { retryAfter: RETRY_AFTER_SECONDS });
    throw error;
  }
}
