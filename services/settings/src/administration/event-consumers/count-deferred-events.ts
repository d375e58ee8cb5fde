/** Counts the deferred events of consumers, which each service stores in its own database. */
import { isForgeError } from '@forgemesh/errors';
import type { DeadLetterClient } from '#clients';

const TIMEOUT_MS = 5_000;

/**
 * Returns the number of deferred events of each consumer of a service that has some; undefined if
 * the service is unavailable.
 */
export async function countDeferredEvents(client: DeadLetterClient): Promise<Map<string, number> | undefined> {
  try {
    const { consumers } = await client.countDeferredEvents({}, { timeoutMs: TIMEOUT_MS });
    return new Map(consumers.map(({ consumer, count }) => [consumer, count]));
  } catch (error) {
    // A process of the release before does not have the RPC, and no deferred events.
    if (isForgeError(error) && error.reason === 'unavailable') return undefined;
    throw error;
  }
}
