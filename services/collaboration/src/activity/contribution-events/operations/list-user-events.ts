import { type Call, operation } from '@forgemesh/rpc';
import { pageRows } from '@forgemesh/data';
import { ContributionEventServiceDefinition } from '@forgemesh/proto/collaboration/v1/contribution_event';
import { findUser, isHidden } from '../find-user';
import { listContributions } from '../list-contributions';
import { visibleOfUser } from '../visible-contributions';
import type { ContributionEventsDeps } from '../deps';

/** Lists the events of a user. */
export const listUserEvents = operation(
  ContributionEventServiceDefinition.listUserEvents,
  async (request, call: Call<ContributionEventsDeps>) => {
    const user = await findUser(call, request.id);
    if (isHidden(call, user)) return { events: pageRows(call, [], request) };
    const visible = await visibleOfUser(call, user.id);
    return listContributions(call, { scope: { author_id: user.id }, visible, request });
  },
);
