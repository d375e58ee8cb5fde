import { operation, type Call } from '@forgemesh/rpc';
import { AdminDeadLetterServiceDefinition } from '@forgemesh/proto/settings/v1/dead_letter';
import { deadLetterClientOf } from '../dead-letter-client-of';
import type { DeadLettersDeps } from '../deps';

/** Deletes a dead letter. */
export const dropAdminDeadLetter = operation(
  AdminDeadLetterServiceDefinition.dropAdminDeadLetter,
  ({ id }, call: Call<DeadLettersDeps>) => deadLetterClientOf(call, id).dropDeadLetter({ id }),
);
