import { ContributionEventServiceDefinition } from '@forgemesh/proto/collaboration/v1/contribution_event';
import { operation } from '#operation';
import { listContributions } from '../list-contributions';
import { visibleInProject } from '../visible-contributions';

/** Lists the events of a project. */
export const listProjectEvents = operation(
  ContributionEventServiceDefinition.listProjectEvents,
  async (request, call) => {
    const scope = { project_id: call.resource('id').id };
    return listContributions(call, { scope, visible: await visibleInProject(call), request });
  },
);
