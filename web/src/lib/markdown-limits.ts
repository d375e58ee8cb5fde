import type { BatchLimits } from './batches';

/** Maximum size of the texts that the API renders for visitors who are not signed in, in bytes. */
export const MAX_ANONYMOUS_BYTES = 32_768;

/** The limits of the API for a request that renders texts. */
export function markdownLimits(isSignedIn: boolean): BatchLimits {
  return { maxCount: 100, maxBytes: isSignedIn ? 8 * 1024 * 1024 : MAX_ANONYMOUS_BYTES };
}
