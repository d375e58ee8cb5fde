import { ProjectCatalogueServiceDefinition } from '@forgemesh/proto/projects/v1/project_catalogue';
import { internalOperation, type Call } from '@forgemesh/rpc';
import type { ProjectDocument } from '#projects/model';
import type { InternalProjectsDeps } from './deps';

/** Lists the ids of projects, and which of them are outside of the selected namespaces. */
export const listProjectIds = internalOperation(
  ProjectCatalogueServiceDefinition.listProjectIds,
  async ({ after_id, limit, namespace_ids, ids }, { deps }: Call<InternalProjectsDeps>) => {
    const range = { $gt: after_id, ...(ids.length > 0 && { $in: ids }) };
    const projects = await deps.projects.model
      .find({ _id: range }, { namespace_id: 1, ancestor_ids: 1 }, { sort: { _id: 1 }, limit })
      .lean<Pick<ProjectDocument, '_id' | 'namespace_id' | 'ancestor_ids'>[]>();
    const selected = new Set(namespace_ids);
    const isExcluded = (project: (typeof projects)[number]): boolean =>
      ![project.namespace_id, ...project.ancestor_ids].some((id) => selected.has(id));
    return {
      ids: projects.map(({ _id }) => _id),
      excluded_ids: selected.size === 0 ? [] : projects.filter(isExcluded).map(({ _id }) => _id),
    };
  },
);
