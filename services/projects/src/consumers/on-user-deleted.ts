import { removeAll, type EntityStore, type FileStore } from '@forgemesh/data';
import type { EventConsumer } from '@forgemesh/events';
import type { Model } from 'mongoose';
import { findSoleOwnedGroups } from '#groups/members';
import { startRemoval } from '#groups/removal';
import { removeSnippets, type SnippetDocument } from '#content/snippets';
import type { MembershipDocument } from '#access/memberships';
import type { Clients } from '#clients';
import type { UserDocument } from '#clients/users';
import type { AccessRequestDocument } from '#groups/access-requests';
import type { NamespaceDocument, UserNamespaces } from '#namespaces';
import type { NotificationLevelDocument } from '#projects/notification-levels';
import type { StarDocument } from '#projects/stars';

/** Dependencies of the consumer. */
export interface OnUserDeletedDeps {
  clients: Pick<Clients, 'directory'>;
  namespaces: EntityStore<NamespaceDocument>;
  memberships: EntityStore<MembershipDocument>;
  accessRequests: EntityStore<AccessRequestDocument>;
  snippets: EntityStore<SnippetDocument>;
  stars: EntityStore<StarDocument>;
  /** Users' notification levels by project and group, for display. */
  notificationLevels: Model<NotificationLevelDocument>;
  /** Contents of long snippets. */
  snippetFiles: FileStore;
  /** Display data of users; a copy of identity's data, never used for authorization. */
  users: Model<UserDocument>;
  /** Namespaces of users. */
  userNamespaces: UserNamespaces;
}

/**
 * Removes the data of a deleted user: memberships, stars, personal snippets, and the namespace with
 * its projects. Snippets in projects pass to the ghost user if the event names one, and are removed
 * otherwise. With `hard_delete`, the groups that the user was the only owner of are removed as
 * well.
 */
export const onUserDeleted: EventConsumer<'identity.user.deleted', OnUserDeletedDeps> = {
  name: 'projects-deleted-users',
  events: ['identity.user.deleted'],
  from: 'all',
  isDeleted: async ({ subject }, { clients }) => {
    const { users } = await clients.directory.listUserProfiles({ ids: [Number(subject)] });
    return users.length === 0;
  },
  async handle({ subject, actor, data }, deps) {
    const userId = Number(subject);
    const { hard_delete: isAll, ghost_user_id: ghostId } = data.changes;
    // Ownership is derived from memberships, so this must precede their removal.
    if (isAll) for (const id of await findSoleOwnedGroups(deps, userId)) await startRemoval(deps, id, actor);
    await removeAll(deps.memberships, { user_id: userId }, { type: 'projects.member.removed', actor });
    await removeAll(deps.accessRequests, { user_id: userId }, { type: 'projects.access_request.deleted', actor });
    const namespace = await deps.userNamespaces.find(userId);
    if (namespace) await startRemoval(deps, namespace._id, actor);
    if (ghostId) await transferSnippets(deps, userId, ghostId);
    await removeSnippets(deps, { author_id: userId, ...(ghostId && { project_id: null }) }, actor);
    await removeAll(deps.stars, { user_id: userId }, { type: 'projects.star.deleted', actor });
    await deps.notificationLevels.deleteMany({ user_id: userId });
    await deps.users.deleteOne({ _id: userId });
  },
};

async function transferSnippets({ snippets }: OnUserDeletedDeps, from: number, to: number): Promise<void> {
  const rows = await snippets.model.find({ author_id: from, project_id: { $ne: null } }, { _id: 1 }).lean();
  for (const { _id: id } of rows) await snippets.mutate(id, () => ({ set: { author_id: to } }));
}
