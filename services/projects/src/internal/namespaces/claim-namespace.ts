import { ConflictError, ValidationError } from '@forgemesh/errors';
import { NamespaceClaimServiceDefinition } from '@forgemesh/proto/projects/v1/directory';
import { internalOperation } from '#operation';
import { claimPath } from '#namespaces/paths/claim-path';
import { userPathErrors } from '#namespaces/paths/path-rules';
import { findUserNamespace, userPathClaim } from '#namespaces/user-namespace';

/** Claims a top-level path for a user before the user is stored with that name. */
export const claimNamespace = internalOperation(
  NamespaceClaimServiceDefinition.claimNamespace,
  async ({ path, user_id: userId }, { deps, operationId }) => {
    const errors = userPathErrors(path);
    if (errors.length > 0) throw new ValidationError({ username: errors });
    if (!(await claimPath(deps, { ...userPathClaim(userId, path), operationId })))
      throw new ConflictError('Username has already been taken');
    const namespace = await findUserNamespace(deps, userId);
    return { namespace_id: namespace?._id ?? 0 };
  },
);
