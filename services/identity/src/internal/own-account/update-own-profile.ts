import { internalOperation, type Call } from '@forgemesh/rpc';
import { OwnAccountServiceDefinition } from '@forgemesh/proto/identity/v1/own_account';
import { changeUser, requireUser } from '#users/accounts';
import type { OwnAccountDeps } from './deps';

/** Changes the profile of the caller. */
export const updateOwnProfile = internalOperation(
  OwnAccountServiceDefinition.updateOwnProfile,
  async (request, call: Call<OwnAccountDeps>) => {
    const user = await requireUser(call.deps, call.principal.id);
    const { username } = await changeUser(call, user, { ...request, id: user._id });
    return { username };
  },
);
