import { AdminDeadLetterServiceService } from '@forgemesh/proto/settings/v1/dead_letter';
import { operation } from '../../../operation';
import { keeperOf } from '../keeper-of';

/** What a consumer does may take longer than an ordinary call. */
const PATIENCE_MS = 60_000;

/** Hands the event of a dead letter to its consumer once more. */
export const replayAdminDeadLetter = operation(AdminDeadLetterServiceService.replayAdminDeadLetter, ({ id }, call) =>
  keeperOf(call, id).replayDeadLetter({ id }, { timeoutMs: PATIENCE_MS }),
);
