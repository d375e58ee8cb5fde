import type { EventConsumer } from '@forgemesh/events';
import { userKey } from '#refs/access-entries';
import { removeNamed } from '#consumers/projects/remove-lost-entries';
import type { IdentityConsumersDeps } from './deps';

/** Removes a deleted user from all protections. */
export const onUserDeleted: EventConsumer<'identity.user.deleted', IdentityConsumersDeps> = {
  name: 'repository-protections-users',
  events: ['identity.user.deleted'],
  from: 'new',
  isDeleted: async ({ subject }, { clients }) => {
    const { users } = await clients.users.listUserProfiles({ ids: [Number(subject)] });
    return users.length === 0;
  },
  async handle({ subject, actor }, deps) {
    await removeNamed(deps, userKey(Number(subject)), actor);
  },
};
