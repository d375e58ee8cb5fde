import type { EventConsumer } from '@forgemesh/kit';
import type { Projects } from '../service';
import { changeGroupShares } from '../shares/change-group-shares';
import { changeShares } from '../shares/change-shares';

/** Ends the shares with a group that is gone, and forgets of how much users were told in it. */
export const onGroupGone: EventConsumer<Projects> = {
  name: 'projects-shares-of-removed',
  events: ['projects.group.deleted'],
  from: 'all',
  async handle({ subject, actor }, deps) {
    const groupId = Number(subject);
    await deps.notificationLevels.deleteMany({ key: `g:${groupId}` });
    const shared = await deps.projects.model.find({ access_keys: `h:${groupId}` }, { _id: 1 }).lean();
    for (const { _id: id } of shared) {
      await deps.projects.mutate(id, (project) => {
        const kept = project.shared_groups.filter((share) => share.group_id !== groupId);
        return kept.length === project.shared_groups.length ? null : changeShares(project, kept, actor);
      });
    }
    const groups = await deps.namespaces.model.find({ shared_with_ids: groupId }, { _id: 1 }).lean();
    for (const { _id: id } of groups) {
      await deps.namespaces.mutate(id, (group) => {
        const { shared_groups: shares = [] } = group;
        const remaining = shares.filter((share) => share.group_id !== groupId);
        return remaining.length === shares.length ? null : changeGroupShares(group, remaining, actor);
      });
    }
  },
};
