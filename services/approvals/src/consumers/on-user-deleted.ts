import type { EventConsumer } from '@forgemesh/events';
import type { ConsumersDeps } from './deps';

/** Deletes the approvals of a deleted user. Rules that name the user ignore them. */
export const onUserDeleted: EventConsumer<'identity.user.deleted', ConsumersDeps> = {
  name: 'approvals-deleted-users',
  events: ['identity.user.deleted'],
  from: 'all',
  isDeleted: async ({ subject }, { clients }) => {
    const { users } = await clients.users.listUserProfiles({ ids: [Number(subject)] });
    return users.length === 0;
  },
  async handle({ subject }, { approvals }) {
    await approvals.model.deleteMany({ user_id: Number(subject) });
  },
};
