import { AdminDeadLetterServiceDefinition } from '@forgemesh/proto/settings/v1/dead_letter';
import { operation } from '../../../operation';
import { keeperOf } from '../keeper-of';

/** Gets a dead letter with its event. */
export const getAdminDeadLetter = operation(AdminDeadLetterServiceDefinition.getAdminDeadLetter, ({ id }, call) =>
  keeperOf(call, id).getDeadLetter({ id }),
);
