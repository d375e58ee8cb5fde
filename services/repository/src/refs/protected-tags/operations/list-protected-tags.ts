import { operation, type Call } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { ProtectedTagServiceDefinition } from '@forgemesh/proto/repository/v1/protected_tag';
import { presentProtectedTags } from '../protected-tag.entity';
import type { ProtectedTagsDeps } from '../deps';

/** Lists protected tags and wildcards by name. */
export const listProtectedTags = operation(
  ProtectedTagServiceDefinition.listProtectedTags,
  async (request, call: Call<ProtectedTagsDeps>) => {
    const documents = await listPage(call, {
      model: call.deps.protectedTags.model,
      filter: { project_id: call.resource().id },
      sort: { name: 1 },
      request,
    });
    return { protected_tags: await presentProtectedTags(call.deps, documents) };
  },
);
