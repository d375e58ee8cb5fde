import type { EventConsumer } from '@forgemesh/events';
import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { MailDocument } from '#mail';

/** Dependencies of the consumer. */
export interface OnUserDeletedDeps {
  clients: Pick<Clients, 'users'>;
  mails: Model<MailDocument>;
}

/** Removes the mails of a deleted user. */
export const onUserDeleted: EventConsumer<'identity.user.deleted', OnUserDeletedDeps> = {
  name: 'deliveries-deleted-users',
  events: ['identity.user.deleted'],
  from: 'all',
  async isDeleted({ subject }, { clients }) {
    const { users } = await clients.users.listUserProfiles({ ids: [Number(subject)] });
    return users.length === 0;
  },
  async handle({ subject }, { mails }) {
    await mails.deleteMany({ user_id: Number(subject) });
  },
};
