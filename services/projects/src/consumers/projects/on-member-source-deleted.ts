import type { EventConsumer } from '@forgemesh/events';
import type { EntityStore } from '@forgemesh/data';
import { sourceKey, type MembershipDocument } from '#access/memberships';

/** Dependencies of the consumer. */
export interface OnMemberSourceDeletedDeps {
  memberships: EntityStore<MembershipDocument>;
}

const BATCH = 100;

/** Removes the memberships of a deleted project or group. */
export const onMemberSourceDeleted: EventConsumer<
  'projects.project.deleted' | 'projects.group.deleted',
  OnMemberSourceDeletedDeps
> = {
  name: 'projects-memberships-of-removed',
  events: ['projects.project.deleted', 'projects.group.deleted'],
  from: 'all',
  async handle({ type, subject, actor }, deps) {
    const source = sourceKey(type === 'projects.project.deleted' ? 'project' : 'group', Number(subject));
    for (;;) {
      const rows = await deps.memberships.model.find({ source }).limit(BATCH).lean<MembershipDocument[]>();
      for (const row of rows) await deps.memberships.remove(row, { type: 'projects.member.removed', actor });
      if (rows.length < BATCH) return;
    }
  },
};
