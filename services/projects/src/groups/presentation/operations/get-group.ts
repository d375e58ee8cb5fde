import { GroupServiceDefinition } from '@forgemesh/proto/projects/v1/group';
import { operation, type Call } from '@forgemesh/rpc';
import { findCachedGroup } from '../group-of';
import { presentGroup } from '../present-group';
import type { GroupPresentationDeps } from '../deps';

/** Gets one group, with its projects unless the caller excludes them. */
export const getGroup = operation(GroupServiceDefinition.getGroup, async (request, call: Call<GroupPresentationDeps>) =>
  presentGroup(call.deps, call, await findCachedGroup(call), { details: true, projects: request.with_projects }),
);
