import { ItemSearchServiceService } from '@forgemesh/proto/collaboration/v1/item_search';
import { operation } from '../operation';
import { findMilestones, readableItems } from './find-milestones';

/** Searches the milestones of projects of a group and all groups inside. */
export const searchGroupMilestones = operation(ItemSearchServiceService.searchGroupMilestones, async (request, call) =>
  findMilestones(call, request, await readableItems(call, call.resource('id').id)),
);
