import { removeAll, type EntityStore } from '@forgemesh/data';
import type { EventConsumer } from '@forgemesh/events';
import { sourceKey, type MembershipDocument } from '#access/memberships';
import type { AccessRequestDocument } from '#groups/access-requests';

/** Dependencies of the consumer. */
export interface OnMemberAddedDeps {
  memberships: EntityStore<MembershipDocument>;
  accessRequests: EntityStore<AccessRequestDocument>;
}

/** Removes the access request of a user who became a member. */
export const onMemberAdded: EventConsumer<'projects.member.added', OnMemberAddedDeps> = {
  name: 'projects-access-requests-of-members',
  events: ['projects.member.added'],
  from: 'all',
  async handle({ actor, data }, deps) {
    const { source_kind, source_id, user_id } = data.entity;
    const filter = { source: sourceKey(source_kind, source_id), user_id };
    // A replayed event may be older than the request of a user who has left the project or group
    // since.
    if (!(await deps.memberships.model.exists(filter))) return;
    await removeAll(deps.accessRequests, filter, { type: 'projects.access_request.deleted', actor });
  },
};
