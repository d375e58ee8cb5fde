import { type Call, operation } from '@forgemesh/rpc';
import { ContributionEventServiceDefinition } from '@forgemesh/proto/collaboration/v1/contribution_event';
import { listContributions } from '../list-contributions';
import { visibleOfMember, visibleOfUser } from '../visible-contributions';
import type { ContributionEventsDeps } from '../deps';

/** Lists the events of the caller, or of all projects that they are a member of. */
export const listEvents = operation(
  ContributionEventServiceDefinition.listEvents,
  async (request, call: Call<ContributionEventsDeps>) => {
    if (request.scope === 'all')
      return listContributions(call, { scope: {}, visible: await visibleOfMember(call), request });
    const { id } = call.principal;
    return listContributions(call, { scope: { author_id: id }, visible: await visibleOfUser(call, id), request });
  },
);
