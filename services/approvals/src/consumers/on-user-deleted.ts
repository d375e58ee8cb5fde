import type { EventConsumer } from '@forgemesh/events';
import type { Approvals } from '../deps';

/** Removes what a user approved who is gone. Rules that name him count as if they did not. */
export const onUserDeleted: EventConsumer<'identity.user.deleted', Approvals> = {
  name: 'approvals-deleted-users',
  events: ['identity.user.deleted'],
  from: 'all',
  isGone: async ({ subject }, { clients }) => {
    const { users } = await clients.users.listUserProfiles({ ids: [Number(subject)] });
    return users.length === 0;
  },
  async handle({ subject }, { approvals }) {
    await approvals.model.deleteMany({ user_id: Number(subject) });
  },
};
