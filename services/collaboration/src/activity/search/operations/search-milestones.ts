import { type Call, operation } from '@forgemesh/rpc';
import { ItemSearchServiceDefinition } from '@forgemesh/proto/collaboration/v1/item_search';
import { findMilestonesOfMany, findMilestonesOfProject } from '../find-milestones';
import type { SearchDeps } from '../deps';

/** Searches the milestones of all projects of the instance. */
export const searchMilestones = operation(
  ItemSearchServiceDefinition.searchMilestones,
  (request, call: Call<SearchDeps>) => findMilestonesOfMany(call, request),
);

/** Searches the milestones of a project. */
export const searchProjectMilestones = operation(
  ItemSearchServiceDefinition.searchProjectMilestones,
  (request, call: Call<SearchDeps>) => findMilestonesOfProject(call, request),
);

/** Searches the milestones of the projects of a group and its descendants. */
export const searchGroupMilestones = operation(
  ItemSearchServiceDefinition.searchGroupMilestones,
  (request, call: Call<SearchDeps>) => findMilestonesOfMany(call, request, call.resource('id').id),
);
