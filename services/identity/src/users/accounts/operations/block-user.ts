import { operation, type Call } from '@forgemesh/rpc';
import { ForbiddenError } from '@forgemesh/errors';
import { UserStateServiceDefinition } from '@forgemesh/proto/identity/v1/user_state';
import { changeUserState } from '../changes/change-user-state';
import type { UsersDeps } from '../deps';

/** Blocks a user. Administrators cannot block themselves, because they could not undo it. */
export const blockUser = operation(UserStateServiceDefinition.blockUser, ({ id }, call: Call<UsersDeps>) =>
  changeUserState(call, id, {
    from: ['active', 'deactivated'],
    to: 'blocked',
    assertAllowed(user) {
      if (user._id === call.principal.id)
        throw new ForbiddenError('The API initiating user cannot be blocked by the API');
    },
  }),
);
