import { ItemSearchServiceDefinition } from '@forgemesh/proto/collaboration/v1/item_search';
import { operation } from '#operation';
import { findMilestonesOfMany, findMilestonesOfProject } from '../find-milestones';

/** Searches the milestones of all projects of the instance. */
export const searchMilestones = operation(ItemSearchServiceDefinition.searchMilestones, (request, call) =>
  findMilestonesOfMany(call, request),
);

/** Searches the milestones of a project. */
export const searchProjectMilestones = operation(ItemSearchServiceDefinition.searchProjectMilestones, (request, call) =>
  findMilestonesOfProject(call, request),
);

/** Searches the milestones of the projects of a group and its descendants. */
export const searchGroupMilestones = operation(ItemSearchServiceDefinition.searchGroupMilestones, (request, call) =>
  findMilestonesOfMany(call, request, call.resource('id').id),
);
