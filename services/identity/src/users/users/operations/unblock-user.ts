import { ForbiddenError } from '@forgemesh/errors';
import { UserStateServiceDefinition } from '@forgemesh/proto/identity/v1/user_state';
import { operation } from '#operation';
import { changeUserState } from '../changes/change-user-state';

/** Unblocks a user. */
export const unblockUser = operation(UserStateServiceDefinition.unblockUser, ({ id }, call) =>
  changeUserState(call, id, {
    from: ['blocked'],
    to: 'active',
    assertAllowed({ state }) {
      if (state === 'deactivated') throw new ForbiddenError('Deactivated users cannot be unblocked by the API');
    },
  }),
);
