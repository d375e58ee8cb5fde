import { ForbiddenError } from '@forgemesh/errors';
import { UserStateServiceDefinition } from '@forgemesh/proto/identity/v1/user_state';
import { operation } from '#operation';
import { changeUserState } from '../changes/change-user-state';

/** Activates a deactivated user. */
export const activateUser = operation(UserStateServiceDefinition.activateUser, ({ id }, call) =>
  changeUserState(call, id, {
    from: ['deactivated'],
    to: 'active',
    assertAllowed({ state }) {
      if (state === 'blocked') throw new ForbiddenError('A blocked user must be unblocked to be activated');
    },
  }),
);
