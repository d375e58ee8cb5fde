import { operation, type Call } from '@forgemesh/rpc';
import { CodeSearchServiceDefinition } from '@forgemesh/proto/repository/v1/code_search';
import { searchProjects } from '../search-projects';
import type { CodeSearchDeps } from '../deps';

/** Searches the files of all projects. */
export const searchBlobs = operation(
  CodeSearchServiceDefinition.searchBlobs,
  async (request, call: Call<CodeSearchDeps>) => searchProjects(call, request, undefined),
);

/** Searches the files of a group's projects. */
export const searchGroupBlobs = operation(
  CodeSearchServiceDefinition.searchGroupBlobs,
  async (request, call: Call<CodeSearchDeps>) => searchProjects(call, request, call.resource('id').id),
);
