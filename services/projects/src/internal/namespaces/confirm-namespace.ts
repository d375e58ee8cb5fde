import { NamespaceClaimServiceDefinition } from '@forgemesh/proto/projects/v1/directory';
import { internalOperation, type Call } from '@forgemesh/rpc';
import type { InternalNamespacesDeps } from './deps';

/**
 * Confirms a claim and creates or renames the user's namespace. The old path of a renamed user is
 * released.
 */
export const confirmNamespace = internalOperation(
  NamespaceClaimServiceDefinition.confirmNamespace,
  async ({ user_id: userId }, { deps }: Call<InternalNamespacesDeps>) => {
    const profile = await deps.directory.fetchProfile(userId);
    if (profile) {
      await deps.userNamespaces.reconcile(profile);
      await deps.directory.storeUser(profile);
    }
    return {};
  },
);
