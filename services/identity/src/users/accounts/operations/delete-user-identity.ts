import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { UserIdentityServiceDefinition } from '@forgemesh/proto/identity/v1/user_identity';
import { withIdentities } from '../changes/user-changes';
import type { UsersDeps } from '../deps';

/** Removes a user's identity at a provider. */
export const deleteUserIdentity = operation(
  UserIdentityServiceDefinition.deleteUserIdentity,
  async ({ id, provider }, { deps, principal }: Call<UsersDeps>) => {
    const user = await deps.users.mutate(id, ({ identities }) => {
      const kept = identities.filter((identity) => identity.provider !== provider);
      if (kept.length === identities.length) throw new NotFoundError('Identity');
      return {
        ...withIdentities(kept),
        events: [
          { type: 'identity.user.updated', actor: principal.id, changes: { identity: { from: provider, to: null } } },
        ],
      };
    });
    if (!user) throw new NotFoundError('User');
    return {};
  },
);
