import { listPage } from '@forgemesh/data';
import { NamespaceServiceDefinition } from '@forgemesh/proto/projects/v1/namespace';
import { operation, type Call } from '@forgemesh/rpc';
import { viewerOf } from '#access';
import { presentForViewer } from '../present-for-viewer';
import type { NamespacesDeps } from '../deps';

/**
 * Lists the caller's own namespace and the groups that the caller is a direct member of; all
 * namespaces for administrators.
 */
export const listNamespaces = operation(
  NamespaceServiceDefinition.listNamespaces,
  async (request, call: Call<NamespacesDeps>) => {
    const viewer = viewerOf(call);
    const { deps, principal } = call;
    const groupIds = viewer.admin
      ? []
      : (await deps.levels.membershipsOf(principal.id))
          .filter(({ source_kind: kind }) => kind === 'group')
          .map(({ source_id: id }) => id);
    const namespaces = await listPage(call, {
      model: deps.namespaces.model,
      filter: {
        ...(!viewer.admin && { $or: [{ owner_id: principal.id }, { _id: { $in: groupIds } }] }),
        deleting_at: { $exists: false },
        ...(await deps.namespaces.searchFilter(request.search)),
      },
      sort: { _id: 1 },
      request,
    });
    return { namespaces: await presentForViewer(deps, namespaces, viewer) };
  },
);
