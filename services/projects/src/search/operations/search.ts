import { SearchServiceDefinition } from '@forgemesh/proto/projects/v1/search';
import { operation } from '#operation';
import { findProjects } from '../find-projects';

/** Searches the whole instance. */
export const search = operation(SearchServiceDefinition.search, async (request, call) => ({
  projects: await findProjects(call, request, {}),
}));
