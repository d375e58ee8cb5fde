import { ItemSearchServiceDefinition } from '@forgemesh/proto/collaboration/v1/item_search';
import { operation } from '../../../operation';
import { findMilestonesOfMany } from '../find-milestones';

/** Searches the milestones of projects of the whole instance. */
export const searchMilestones = operation(ItemSearchServiceDefinition.searchMilestones, (request, call) =>
  findMilestonesOfMany(call, request),
);
