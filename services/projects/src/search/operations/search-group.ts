import { SearchServiceDefinition } from '@forgemesh/proto/projects/v1/search';
import { operation } from '#operation';
import { findProjects } from '../find-projects';

/** Searches a group and its subgroups. */
export const searchGroup = operation(SearchServiceDefinition.searchGroup, async (request, call) => {
  const { id, ancestor_ids: ancestorIds } = call.resource('id');
  return { projects: await findProjects(call, request, { access_keys: `g:${id}` }, [id, ...ancestorIds]) };
});
