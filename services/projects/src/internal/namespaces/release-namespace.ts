import { NamespaceClaimServiceDefinition } from '@forgemesh/proto/projects/v1/directory';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { startRemoval } from '#groups/removal';
import { userPathClaim } from '#namespaces';
import type { InternalNamespacesDeps } from './deps';

/** Releases a claim, or removes the namespace of a deleted user. */
export const releaseNamespace = internalOperation(
  NamespaceClaimServiceDefinition.releaseNamespace,
  async ({ path, user_id: userId }, { deps, user }: Call<InternalNamespacesDeps>) => {
    const namespace = await deps.userNamespaces.find(userId);
    if (namespace && namespace.path_lower === path.toLowerCase())
      await startRemoval(deps, namespace._id, user?.id ?? null);
    else await deps.paths.release(userPathClaim(userId, path));
    return {};
  },
);
