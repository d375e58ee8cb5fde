import { operation, type Call } from '@forgemesh/rpc';
import { AdminDeadLetterServiceDefinition } from '@forgemesh/proto/settings/v1/dead_letter';
import { deadLetterClientOf } from '../dead-letter-client-of';
import type { DeadLettersDeps } from '../deps';

/** Processing an event may take longer than an ordinary call. */
const WAIT_TIMEOUT_MS = 60_000;

/** Redelivers the event of a dead letter to its consumer. */
export const replayAdminDeadLetter = operation(
  AdminDeadLetterServiceDefinition.replayAdminDeadLetter,
  ({ id }, call: Call<DeadLettersDeps>) =>
    deadLetterClientOf(call, id).replayDeadLetter({ id }, { timeoutMs: WAIT_TIMEOUT_MS }),
);
