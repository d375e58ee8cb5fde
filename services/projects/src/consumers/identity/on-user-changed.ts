import type { EventConsumer } from '@forgemesh/events';
import { leaveUserPath, reconcileUserNamespace } from '#namespaces/user-namespace';
import type { Projects } from '#deps';
import { fetchProfile, storeUser } from '#clients/users/directory';

/** Updates the display data and the namespace of a created or renamed user. */
export const onUserChanged: EventConsumer<'identity.user.created' | 'identity.user.updated', Projects> = {
  name: 'projects-users',
  events: ['identity.user.created', 'identity.user.updated'],
  from: 'all',
  async handle({ data }, deps) {
    const profile = data.entity;
    // A late event must not restore a deleted user.
    const isStored = await deps.users.exists({ _id: profile.id });
    if (!isStored && !(await fetchProfile(deps, profile.id))) return;
    await storeUser(deps, profile);
    const namespace = await reconcileUserNamespace(deps, profile);
    // A crash may have interrupted the rename before it released the previous path.
    const former = data.changes.username?.from;
    if (namespace && former !== undefined) await leaveUserPath(deps, namespace, former);
  },
};
