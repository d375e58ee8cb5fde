import { operation, type Call } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { ReleaseServiceDefinition } from '@forgemesh/proto/repository/v1/release';
import { presentReleases } from '../release.entity';
import type { ReleasesDeps } from '../deps';

/** Lists releases, newest first. */
export const listReleases = operation(
  ReleaseServiceDefinition.listReleases,
  async (request, call: Call<ReleasesDeps>) => {
    const documents = await listPage(call, {
      model: call.deps.releases.model,
      filter: { project_id: call.resource().id },
      sort: { released_at: -1, _id: -1 },
      request,
    });
    return { releases: await presentReleases(call, documents) };
  },
);
