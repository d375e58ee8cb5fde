import { operation, type Call } from '@forgemesh/rpc';
import { ForbiddenError } from '@forgemesh/errors';
import { UserStateServiceDefinition } from '@forgemesh/proto/identity/v1/user_state';
import { changeUserState } from '../changes/change-user-state';
import type { UsersDeps } from '../deps';

/** Activates a deactivated user. */
export const activateUser = operation(UserStateServiceDefinition.activateUser, ({ id }, call: Call<UsersDeps>) =>
  changeUserState(call, id, {
    from: ['deactivated'],
    to: 'active',
    assertAllowed({ state }) {
      if (state === 'blocked') throw new ForbiddenError('A blocked user must be unblocked to be activated');
    },
  }),
);
