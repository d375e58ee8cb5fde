import type { EventConsumer } from '@forgemesh/events';
import { groupKey, userKey } from '#refs/access-entries';
import { removeLostEntries, removeNamed } from './remove-lost-entries';
import type { ProjectConsumersDeps } from './deps';

/**
 * Removes users and groups that lose access to a project from its protections. Checks of pushes and
 * merges do not depend on it: they ask for the current memberships.
 */
export const onAccessLost: EventConsumer<
  'projects.member.removed' | 'projects.project.updated' | 'projects.group.deleted',
  ProjectConsumersDeps
> = {
  name: 'repository-protections-access',
  events: ['projects.member.removed', 'projects.project.updated', 'projects.group.deleted'],
  from: 'new',
  isDeleted: async ({ subject }, { clients }) => {
    const group = { $case: 'group_id' as const, value: Number(subject) };
    return !(await clients.existence.getExistence({ subject: group })).exists;
  },
  async handle(event, deps) {
    const { actor } = event;
    switch (event.type) {
      case 'projects.member.removed': {
        const { source_kind: kind, source_id: source, user_id: user } = event.data.entity;
        const place = kind === 'project' ? { project_id: source } : {};
        await removeLostEntries(deps, { ...place, named: userKey(user) }, actor);
        return;
      }
      case 'projects.project.updated': {
        const { shared_with_groups: shares, namespace_id: namespace } = event.data.changes;
        if (!shares && !namespace) return;
        await removeLostEntries(deps, { project_id: Number(event.subject), named: { $exists: true } }, actor);
        return;
      }
      case 'projects.group.deleted':
        await removeNamed(deps, groupKey(Number(event.subject)), actor);
    }
  },
};
