import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { ProtectedTagServiceDefinition } from '@forgemesh/proto/repository/v1/protected_tag';
import { presentProtectedTag } from '../protected-tag.entity';
import type { ProtectedTagDocument } from '../protected-tag.model';
import type { ProtectedTagsDeps } from '../deps';

/** Gets one protected tag or wildcard. */
export const getProtectedTag = operation(
  ProtectedTagServiceDefinition.getProtectedTag,
  async ({ name }, call: Call<ProtectedTagsDeps>) => {
    const { model } = call.deps.protectedTags;
    const found = await model.findOne({ project_id: call.resource().id, name }).lean();
    if (!found) throw new NotFoundError();
    return presentProtectedTag(call.deps, found as ProtectedTagDocument);
  },
);
