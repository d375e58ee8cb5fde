import { GroupServiceService } from '@forgemesh/proto/projects/v1/group';
import { operation } from '../../../operation';
import { knownGroup } from '../group-of';
import { presentGroup } from '../present-group';

/** Gets one group, with its projects unless the caller does without. */
export const getGroup = operation(GroupServiceService.getGroup, async (request, call) =>
  presentGroup(call, await knownGroup(call), { details: true, projects: request.with_projects }),
);
