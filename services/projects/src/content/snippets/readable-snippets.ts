/** Filters snippets of many projects by the caller's rights. */
import type { RowCheck } from '@forgemesh/data';
import type { QueryFilter } from 'mongoose';
import { viewerOf } from '#access/viewer';
import type { ProjectsCall } from '#operation';
import { combineFilters, withFeature } from '#projects/projects/list/list-filter';
import type { ProjectDocument } from '#projects/projects/project.model';
import type { SnippetDocument } from './snippet.model';

/**
 * Check that keeps personal snippets and snippets of projects whose snippets the caller may read;
 * undefined for callers who may read all.
 */
export function inReadableProjects(call: ProjectsCall): RowCheck<SnippetDocument> | undefined {
  const { deps } = call;
  const viewer = viewerOf(call);
  if (viewer.admin) return undefined;
  const readable = async (among: QueryFilter<ProjectDocument>): Promise<number[]> => {
    const visible = await withFeature(deps, viewer, 'snippets');
    return deps.projects.model.find(combineFilters(among, visible)).distinct('_id');
  };
  return {
    key: JSON.stringify(viewer),
    fields: { project_id: 1 },
    pick: async (snippets) => {
      const ids = [...new Set(snippets.flatMap(({ project_id: id }) => id ?? []))];
      const found = new Set(ids.length === 0 ? [] : await readable({ _id: { $in: ids } }));
      return snippets.filter(({ project_id: id }) => (id ?? null) === null || found.has(id ?? 0));
    },
    toFilter: async () => ({ project_id: { $in: [null, ...(await readable({}))] } }),
  };
}
