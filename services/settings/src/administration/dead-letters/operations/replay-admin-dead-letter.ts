import { AdminDeadLetterServiceDefinition } from '@forgemesh/proto/settings/v1/dead_letter';
import { operation } from '../../../operation';
import { keeperOf } from '../keeper-of';

/** What a consumer does may take longer than an ordinary call. */
const WAIT_TIMEOUT_MS = 60_000;

/** Hands the event of a dead letter to its consumer once more. */
export const replayAdminDeadLetter = operation(AdminDeadLetterServiceDefinition.replayAdminDeadLetter, ({ id }, call) =>
  keeperOf(call, id).replayDeadLetter({ id }, { timeoutMs: WAIT_TIMEOUT_MS }),
);
