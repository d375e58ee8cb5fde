import type { EventConsumer } from '@forgemesh/events';
import type { Model } from 'mongoose';
import type { UserDirectory, UserDocument } from '#clients/users';
import type { UserNamespaces } from '#namespaces';

/** Dependencies of the consumer. */
export interface OnUserChangedDeps {
  /** Display data of users; a copy of identity's data, never used for authorization. */
  users: Model<UserDocument>;
  /** Display data and profiles of users. */
  directory: UserDirectory;
  /** Namespaces of users. */
  userNamespaces: UserNamespaces;
}

/** Updates the display data and the namespace of a created or renamed user. */
export const onUserChanged: EventConsumer<'identity.user.created' | 'identity.user.updated', OnUserChangedDeps> = {
  name: 'projects-users',
  events: ['identity.user.created', 'identity.user.updated'],
  from: 'all',
  async handle({ data }, deps) {
    const profile = data.entity;
    // A late event must not restore a deleted user.
    const isStored = await deps.users.exists({ _id: profile.id });
    if (!isStored && !(await deps.directory.fetchProfile(profile.id))) return;
    await deps.directory.storeUser(profile);
    const namespace = await deps.userNamespaces.reconcile(profile);
    // A crash may have interrupted the rename before it released the previous path.
    const former = data.changes.username?.from;
    if (namespace && former !== undefined) await deps.userNamespaces.leavePath(namespace, former);
  },
};
