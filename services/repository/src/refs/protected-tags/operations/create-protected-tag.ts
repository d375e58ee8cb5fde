import { operation, type Call } from '@forgemesh/rpc';
import { MAINTAINER } from '@forgemesh/access';
import { isDuplicateKey } from '@forgemesh/data';
import { ForgeError } from '@forgemesh/errors';
import { ProtectedTagServiceDefinition } from '@forgemesh/proto/repository/v1/protected_tag';
import { assertAccess, assertValidLists, entriesOf, namedBy, newEntries, numberEntries } from '#refs/access-entries';
import { PAID_TIER } from '#refs/protected-branches';
import { presentProtectedTag } from '../protected-tag.entity';
import type { ProtectedTagsDeps } from '../deps';

/** Protects a tag or wildcard. */
export const createProtectedTag = operation(
  ProtectedTagServiceDefinition.createProtectedTag,
  async (request, call: Call<ProtectedTagsDeps>) => {
    const { protectedTags } = call.deps;
    const { id: projectId } = call.resource();
    const allowed = call.context.tier >= PAID_TIER ? request.allowed_to_create : undefined;
    const lists = numberEntries({
      create_access_levels: newEntries(request.create_access_level, allowed, MAINTAINER),
    });
    assertValidLists(lists);
    await assertAccess(call.deps, projectId, lists);
    const named = namedBy(entriesOf(lists));
    try {
      const document = await protectedTags.insert(
        {
          _id: await protectedTags.nextId(),
          project_id: projectId,
          name: request.name,
          ...lists,
          ...(named.length > 0 && { named }),
          created_at: new Date(),
          ...(call.operationId !== undefined && { operation_id: call.operationId }),
        },
        [{ type: 'repository.protected_tag.created', actor: call.principal.id }],
      );
      return await presentProtectedTag(call.deps, document);
    } catch (error) {
      if (isDuplicateKey(error)) throw new ForgeError('unprocessable', ['Name has already been taken']);
      throw error;
    }
  },
);
