import { SearchServiceDefinition } from '@forgemesh/proto/projects/v1/search';
import { operation, type Call } from '@forgemesh/rpc';
import { findProjects } from '../find-projects';
import type { SearchDeps } from '../deps';

/** Searches a group and its subgroups. */
export const searchGroup = operation(SearchServiceDefinition.searchGroup, async (request, call: Call<SearchDeps>) => {
  const { id, ancestor_ids: ancestorIds } = call.resource('id');
  return { projects: await findProjects(call, request, { access_keys: `g:${id}` }, [id, ...ancestorIds]) };
});
