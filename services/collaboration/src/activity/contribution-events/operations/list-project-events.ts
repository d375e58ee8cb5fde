import { type Call, operation } from '@forgemesh/rpc';
import { ContributionEventServiceDefinition } from '@forgemesh/proto/collaboration/v1/contribution_event';
import { listContributions } from '../list-contributions';
import { visibleInProject } from '../visible-contributions';
import type { ContributionEventsDeps } from '../deps';

/** Lists the events of a project. */
export const listProjectEvents = operation(
  ContributionEventServiceDefinition.listProjectEvents,
  async (request, call: Call<ContributionEventsDeps>) => {
    const scope = { project_id: call.resource('id').id };
    return listContributions(call, { scope, visible: await visibleInProject(call), request });
  },
);
