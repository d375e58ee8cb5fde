import { NamespaceClaimServiceDefinition } from '@forgemesh/proto/projects/v1/directory';
import { internalOperation } from '#operation';
import { releasePath } from '#namespaces/paths/claim-path';
import { startRemoval } from '#groups/groups/remove-namespace';
import { findUserNamespace, userPathClaim } from '#namespaces/user-namespace';

/** Releases a claim, or removes the namespace of a deleted user. */
export const releaseNamespace = internalOperation(
  NamespaceClaimServiceDefinition.releaseNamespace,
  async ({ path, user_id: userId }, { deps, user }) => {
    const namespace = await findUserNamespace(deps, userId);
    if (namespace && namespace.path_lower === path.toLowerCase())
      await startRemoval(deps, namespace._id, user?.id ?? null);
    else await releasePath(deps, userPathClaim(userId, path));
    return {};
  },
);
