import type { EventConsumer } from '@forgemesh/events';
import type { EntityStore } from '@forgemesh/data';
import type { GroupCreation } from '#groups/lifecycle';
import type { NamespaceDocument } from '#namespaces';

/** Dependencies of the consumer. */
export interface OnGroupRenamedDeps {
  namespaces: EntityStore<NamespaceDocument>;
  /** Creates groups. */
  groupCreation: GroupCreation;
}

/** Completes the rename of a group that a crash interrupted. */
export const onGroupRenamed: EventConsumer<'projects.group.updated', OnGroupRenamedDeps> = {
  name: 'projects-settle-renamed-groups',
  events: ['projects.group.updated'],
  from: 'all',
  async handle({ subject, data }, deps) {
    const { path } = data.changes;
    if (path === undefined) return;
    const group = await deps.namespaces.find(Number(subject));
    if (group) await deps.groupCreation.finalizeRename(group, path.from);
  },
};
