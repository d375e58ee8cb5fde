import type { EventConsumer } from '@forgemesh/events';
import type { Projects } from '#deps';
import { finalizeGroupRename } from '#groups/groups/finalize-group-rename';

/** Completes the rename of a group that a crash interrupted. */
export const onGroupRenamed: EventConsumer<'projects.group.updated', Projects> = {
  name: 'projects-settle-renamed-groups',
  events: ['projects.group.updated'],
  from: 'all',
  async handle({ subject, data }, deps) {
    const { path } = data.changes;
    if (path === undefined) return;
    const group = await deps.namespaces.find(Number(subject));
    if (group) await finalizeGroupRename(deps, group, path.from);
  },
};
