import type { EventConsumer } from '@forgemesh/events';
import { storeUser } from '#clients/users';
import type { IdentityConsumersDeps } from './deps';

/** Updates the stored user profiles. */
export const onUserChanged: EventConsumer<
  'identity.user.created' | 'identity.user.updated' | 'identity.user.deleted',
  IdentityConsumersDeps
> = {
  name: 'repository-users',
  events: ['identity.user.created', 'identity.user.updated', 'identity.user.deleted'],
  from: 'all',
  async handle({ type, subject, data }, deps) {
    if (type === 'identity.user.deleted') await deps.users.deleteOne({ _id: Number(subject) });
    else await storeUser(deps, data.entity);
  },
};
