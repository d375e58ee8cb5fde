import { operation, type Call } from '@forgemesh/rpc';
import { ForbiddenError } from '@forgemesh/errors';
import { UserStateServiceDefinition } from '@forgemesh/proto/identity/v1/user_state';
import { changeUserState } from '../changes/change-user-state';
import type { UsersDeps } from '../deps';

/** Unblocks a user. */
export const unblockUser = operation(UserStateServiceDefinition.unblockUser, ({ id }, call: Call<UsersDeps>) =>
  changeUserState(call, id, {
    from: ['blocked'],
    to: 'active',
    assertAllowed({ state }) {
      if (state === 'deactivated') throw new ForbiddenError('Deactivated users cannot be unblocked by the API');
    },
  }),
);
