import type { EventConsumer } from '@forgemesh/kit';
import type { MembershipDocument } from '../members/membership.model';
import { beginRemoval } from '../namespaces/remove-namespace';
import { findUserNamespace } from '../namespaces/user-namespace';
import type { Projects } from '../service';
import { removeAll, removeSnippets } from './on-project-gone';

const BATCH = 100;

/** Removes what belonged to a user alone: memberships, and his namespace with its projects. */
export const onUserDeleted: EventConsumer<Projects> = {
  name: 'projects-deleted-users',
  events: ['identity.user.deleted'],
  from: 'all',
  async handle({ subject, actor }, deps) {
    const userId = Number(subject);
    for (;;) {
      const rows = await deps.memberships.model.find({ user_id: userId }).limit(BATCH).lean<MembershipDocument[]>();
      for (const row of rows) await deps.memberships.remove(row, { type: 'projects.member.removed', actor });
      if (rows.length < BATCH) break;
    }
    const namespace = await findUserNamespace(deps, userId);
    if (namespace) await beginRemoval(deps, namespace._id, actor);
    await removeSnippets(deps, { author_id: userId, project_id: null }, actor);
    await removeAll(deps.stars, { user_id: userId }, 'projects.star.deleted', actor);
    await deps.users.deleteOne({ _id: userId });
  },
};
