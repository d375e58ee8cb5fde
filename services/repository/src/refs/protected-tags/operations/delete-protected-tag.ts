import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { ProtectedTagServiceDefinition } from '@forgemesh/proto/repository/v1/protected_tag';
import type { ProtectedTagDocument } from '../protected-tag.model';
import type { ProtectedTagsDeps } from '../deps';

/** Removes the protection of a tag or wildcard. */
export const deleteProtectedTag = operation(
  ProtectedTagServiceDefinition.deleteProtectedTag,
  async ({ name }, call: Call<ProtectedTagsDeps>) => {
    const { protectedTags } = call.deps;
    const found = await protectedTags.model
      .findOne({ project_id: call.resource().id, name })
      .lean<ProtectedTagDocument>();
    const event = { type: 'repository.protected_tag.deleted' as const, actor: call.principal.id };
    if (!found || !(await protectedTags.remove(found, event))) throw new NotFoundError();
    return {};
  },
);
