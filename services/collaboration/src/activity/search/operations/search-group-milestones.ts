import { ItemSearchServiceDefinition } from '@forgemesh/proto/collaboration/v1/item_search';
import { operation } from '../../../operation';
import { findMilestonesOfMany } from '../find-milestones';

/** Searches the milestones of the projects of a group and its descendants. */
export const searchGroupMilestones = operation(ItemSearchServiceDefinition.searchGroupMilestones, (request, call) =>
  findMilestonesOfMany(call, request, call.resource('id').id),
);
