import { ItemSearchServiceDefinition } from '@forgemesh/proto/collaboration/v1/item_search';
import { operation } from '../../../operation';
import { findMilestonesOfProject } from '../find-milestones';

/** Searches the milestones of a project. */
export const searchProjectMilestones = operation(ItemSearchServiceDefinition.searchProjectMilestones, (request, call) =>
  findMilestonesOfProject(call, request),
);
