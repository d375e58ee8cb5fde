import { AdminDeadLetterServiceDefinition } from '@forgemesh/proto/settings/v1/dead_letter';
import { operation } from '../../../operation';
import { keeperOf } from '../keeper-of';

/** Drops a dead letter. */
export const dropAdminDeadLetter = operation(AdminDeadLetterServiceDefinition.dropAdminDeadLetter, ({ id }, call) =>
  keeperOf(call, id).dropDeadLetter({ id }),
);
