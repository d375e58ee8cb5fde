import { removeAll } from '@forgemesh/data';
import type { EventConsumer } from '@forgemesh/events';
import type { ConsumersDeps } from './deps';

/** Removes the tokens, keys, addresses, second factor and static object token of a deleted user. */
export const onUserDeleted: EventConsumer<'identity.user.deleted', ConsumersDeps> = {
  name: 'identity-belongings-of-deleted-users',
  events: ['identity.user.deleted'],
  from: 'all',
  async handle({ subject, actor }, { tokens, sshKeys, gpgKeys, addresses, twoFactors, staticObjectTokens }) {
    const ofUser = { user_id: Number(subject) };
    await tokens.model.deleteMany(ofUser);
    await addresses.deleteMany(ofUser);
    await twoFactors.deleteOne({ _id: Number(subject) });
    await staticObjectTokens.deleteOne({ _id: Number(subject) });
    await removeAll(sshKeys, ofUser, { type: 'identity.ssh_key.deleted', actor });
    await removeAll(gpgKeys, ofUser, { type: 'identity.gpg_key.deleted', actor });
  },
};
