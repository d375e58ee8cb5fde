import { internalOperation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { ExternalIdentityServiceDefinition } from '@forgemesh/proto/identity/v1/external_identity';
import type { InternalUsersDeps } from './deps';

/** Gets the email address and the identities of a user. */
export const getExternalIdentities = internalOperation(
  ExternalIdentityServiceDefinition.getExternalIdentities,
  async ({ user_id: id }, { deps }: Call<InternalUsersDeps>) => {
    const user = await deps.users.find(id);
    if (!user) throw new NotFoundError('User');
    return {
      email: user.email,
      identities: user.identities.map(({ provider, extern_uid }) => ({ provider, extern_uid })),
    };
  },
);
