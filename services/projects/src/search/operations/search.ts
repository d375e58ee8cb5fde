import { SearchServiceDefinition } from '@forgemesh/proto/projects/v1/search';
import { operation, type Call } from '@forgemesh/rpc';
import { findProjects } from '../find-projects';
import type { SearchDeps } from '../deps';

/** Searches the whole instance. */
export const search = operation(SearchServiceDefinition.search, async (request, call: Call<SearchDeps>) => ({
  projects: await findProjects(call, request, {}),
}));
