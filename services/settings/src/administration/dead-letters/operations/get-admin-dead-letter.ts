import { AdminDeadLetterServiceDefinition } from '@forgemesh/proto/settings/v1/dead_letter';
import { operation } from '#operation';
import { deadLetterClientOf } from '../dead-letter-client-of';

/** Gets a dead letter with its event. */
export const getAdminDeadLetter = operation(AdminDeadLetterServiceDefinition.getAdminDeadLetter, ({ id }, call) =>
  deadLetterClientOf(call, id).getDeadLetter({ id }),
);
