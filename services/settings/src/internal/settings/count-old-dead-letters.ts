import { internalOperation, type Call } from '@forgemesh/rpc';
import { isForgeError } from '@forgemesh/errors';
import { AdminDeadLetterServiceDefinition } from '@forgemesh/proto/settings/v1/dead_letter';
import { WAIT_TIMEOUT_MS } from '#administration/dead-letters';
import type { DeadLetterClient } from '#clients';
import type { InternalSettingsDeps } from './deps';

/** Counts the old dead letters of all services. */
export const countOldDeadLetters = internalOperation(
  AdminDeadLetterServiceDefinition.countOldDeadLetters,
  async ({ failed_before }, { deps }: Call<InternalSettingsDeps>) => {
    const clients = [...deps.deadLetters.values()];
    const counts = await Promise.all(clients.map((client) => countLetters(client, failed_before)));
    return { count: counts.reduce((sum, count) => sum + count, 0) };
  },
);

async function countLetters(client: DeadLetterClient, failed_before: string): Promise<number> {
  try {
    const request = { consumer: '', event_type: '', skip: 0, limit: 0, failed_before };
    return (await client.listDeadLetters(request, { timeoutMs: WAIT_TIMEOUT_MS })).total;
  } catch (error) {
    if (!isForgeError(error) || error.reason !== 'unavailable') throw error;
    return 0;
  }
}
