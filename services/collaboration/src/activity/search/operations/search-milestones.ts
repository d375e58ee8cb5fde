import { ItemSearchServiceDefinition } from '@forgemesh/proto/collaboration/v1/item_search';
import { operation } from '../../../operation';
import { findMilestonesOfMany } from '../find-milestones';

/** Searches the milestones of all projects of the instance. */
export const searchMilestones = operation(ItemSearchServiceDefinition.searchMilestones, (request, call) =>
  findMilestonesOfMany(call, request),
);
