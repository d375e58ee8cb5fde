import { operation, type Call } from '@forgemesh/rpc';
import { listSections } from '@forgemesh/data';
import { isForgeError } from '@forgemesh/errors';
import type { DeadLetter } from '@forgemesh/proto/api/v1/dead_letter';
import { AdminDeadLetterServiceDefinition } from '@forgemesh/proto/settings/v1/dead_letter';
import { WAIT_TIMEOUT_MS } from '../dead-letter-client-of';
import type { DeadLettersDeps } from '../deps';

/** Lists the dead letters of all services. */
export const listAdminDeadLetters = operation(
  AdminDeadLetterServiceDefinition.listAdminDeadLetters,
  async (request, call: Call<DeadLettersDeps>) => {
    const { service, consumer = '', event_type = '' } = request;
    const unanswered: string[] = [];
    const selected = [...call.deps.deadLetters].filter(([name]) => service === undefined || name === service);
    const sections = selected.map(([name, client]) => ({
      async read(range: { skip: number; limit: number }) {
        try {
          const found = await client.listDeadLetters(
            { consumer, event_type, ...range, failed_before: '' },
            { timeoutMs: WAIT_TIMEOUT_MS },
          );
          return { rows: found.letters.map((letter): DeadLetter => letter), total: found.total };
        } catch (error) {
          if (!isForgeError(error) || error.reason !== 'unavailable') throw error;
          unanswered.push(name);
          return { rows: [], total: 0 };
        }
      },
    }));
    const letters = await listSections(call, sections, request);
    if (unanswered.length > 0) call.setHeader('X-Unanswered', unanswered.join(', '));
    return { letters: letters.map((letter) => ({ ...letter, event: null })) };
  },
);
