/** Finds the service that stores a dead letter. */
import type { Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import type { DeadLetterClient } from '#clients';
import type { DeadLettersDeps } from './deps';

/** Timeout per service, so that an unavailable service does not block a list. */
export const WAIT_TIMEOUT_MS = 5_000;

/**
 * Returns a client for the service whose consumer the id names. Throws NotFoundError for an unknown
 * service.
 */
export function deadLetterClientOf({ deps }: Call<DeadLettersDeps>, id: string): DeadLetterClient {
  const client = deps.deadLetters.get(id.split('-')[0] as string);
  if (!client) throw new NotFoundError('Dead Letter');
  return client;
}
