import { ItemSearchServiceService } from '@forgemesh/proto/collaboration/v1/item_search';
import { operation } from '../operation';
import { findMilestones } from './find-milestones';

/** Searches the milestones of projects of a project. */
export const searchProjectMilestones = operation(
  ItemSearchServiceService.searchProjectMilestones,
  async (request, call) => findMilestones(call, request, { project_id: call.resource('id').id }),
);
