/** Filters snippets of many projects by the caller's rights. */
import type { RowCheck } from '@forgemesh/data';
import type { QueryFilter } from 'mongoose';
import type { Call } from '@forgemesh/rpc';
import { viewerOf } from '#access';
import { combineFilters } from '#projects/lists';
import type { ProjectDocument } from '#projects/model';
import type { SnippetDocument } from './snippet.model';
import type { SnippetsDeps } from './deps';

/**
 * Check that keeps personal snippets and snippets of projects whose snippets the caller may read;
 * undefined for callers who may read all.
 */
export function inReadableProjects(
  call: Call<Pick<SnippetsDeps, 'projects' | 'visibleProjects'>>,
): RowCheck<SnippetDocument> | undefined {
  const { deps } = call;
  const viewer = viewerOf(call);
  if (viewer.admin) return undefined;
  const readable = async (among: QueryFilter<ProjectDocument>): Promise<number[]> => {
    const visible = await deps.visibleProjects.withFeature(viewer, 'snippets');
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
