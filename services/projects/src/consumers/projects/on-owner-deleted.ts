import { removeAll, type EntityStore } from '@forgemesh/data';
import type { EventConsumer } from '@forgemesh/events';
import { sourceKey } from '#access/memberships';
import type { AccessRequestDocument } from '#groups/access-requests';
import type { VariableDocument } from '#groups/variables';
import type { BadgeDocument } from '#projects/badges';

/** Dependencies of the consumer. */
export interface OnOwnerDeletedDeps {
  accessRequests: EntityStore<AccessRequestDocument>;
  badges: EntityStore<BadgeDocument>;
  variables: EntityStore<VariableDocument>;
}

/** Removes the variables, access requests and badges of a deleted project or group. */
export const onOwnerDeleted: EventConsumer<'projects.project.deleted' | 'projects.group.deleted', OnOwnerDeletedDeps> =
  {
    name: 'projects-owned-by-removed',
    events: ['projects.project.deleted', 'projects.group.deleted'],
    from: 'all',
    async handle({ type, subject, actor }, deps) {
      const owner = sourceKey(type === 'projects.project.deleted' ? 'project' : 'group', Number(subject));
      await removeAll(deps.variables, { owner }, { type: 'projects.variable.deleted', actor });
      await removeAll(deps.accessRequests, { source: owner }, { type: 'projects.access_request.deleted', actor });
      await removeAll(deps.badges, { owner }, { type: 'projects.badge.deleted', actor });
    },
  };
