import { AdminDeadLetterServiceDefinition } from '@forgemesh/proto/settings/v1/dead_letter';
import { operation } from '#operation';
import { deadLetterClientOf } from '../dead-letter-client-of';

/** Deletes a dead letter. */
export const dropAdminDeadLetter = operation(AdminDeadLetterServiceDefinition.dropAdminDeadLetter, ({ id }, call) =>
  deadLetterClientOf(call, id).dropDeadLetter({ id }),
);
