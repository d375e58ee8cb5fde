import { NamespaceClaimServiceDefinition } from '@forgemesh/proto/projects/v1/directory';
import { internalOperation } from '#operation';
import { fetchProfile, storeUser } from '#clients/users/directory';
import { reconcileUserNamespace } from '#namespaces/user-namespace';

/**
 * Confirms a claim and creates or renames the user's namespace. The old path of a renamed user is
 * released.
 */
export const confirmNamespace = internalOperation(
  NamespaceClaimServiceDefinition.confirmNamespace,
  async ({ user_id: userId }, { deps }) => {
    const profile = await fetchProfile(deps, userId);
    if (profile) {
      await reconcileUserNamespace(deps, profile);
      await storeUser(deps, profile);
    }
    return {};
  },
);
