import { ConflictError, ValidationError } from '@forgemesh/errors';
import { NamespaceClaimServiceDefinition } from '@forgemesh/proto/projects/v1/directory';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { userPathErrors } from '#namespaces/paths';
import { userPathClaim } from '#namespaces';
import type { InternalNamespacesDeps } from './deps';

/** Claims a top-level path for a user before the user is stored with that name. */
export const claimNamespace = internalOperation(
  NamespaceClaimServiceDefinition.claimNamespace,
  async ({ path, user_id: userId }, { deps, operationId }: Call<InternalNamespacesDeps>) => {
    const errors = userPathErrors(path);
    if (errors.length > 0) throw new ValidationError({ username: errors });
    if (!(await deps.paths.claim({ ...userPathClaim(userId, path), operationId })))
      throw new ConflictError('Username has already been taken');
    const namespace = await deps.userNamespaces.find(userId);
    return { namespace_id: namespace?._id ?? 0 };
  },
);
