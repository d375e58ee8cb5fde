import { operation, type Call } from '@forgemesh/rpc';
import { AdminDeadLetterServiceDefinition } from '@forgemesh/proto/settings/v1/dead_letter';
import { deadLetterClientOf } from '../dead-letter-client-of';
import type { DeadLettersDeps } from '../deps';

/** Gets a dead letter with its event. */
export const getAdminDeadLetter = operation(
  AdminDeadLetterServiceDefinition.getAdminDeadLetter,
  ({ id }, call: Call<DeadLettersDeps>) => deadLetterClientOf(call, id).getDeadLetter({ id }),
);
