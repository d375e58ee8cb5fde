import { GroupServiceDefinition } from '@forgemesh/proto/projects/v1/group';
import { operation } from '#operation';
import { findCachedGroup } from '../group-of';
import { presentGroup } from '../present-group';

/** Gets one group, with its projects unless the caller excludes them. */
export const getGroup = operation(GroupServiceDefinition.getGroup, async (request, call) =>
  presentGroup(call, await findCachedGroup(call), { details: true, projects: request.with_projects }),
);
