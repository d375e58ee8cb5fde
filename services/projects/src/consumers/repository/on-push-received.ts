import { retryWriteConflicts, type EntityStore } from '@forgemesh/data';
import type { EventConsumer } from '@forgemesh/events';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of the consumer. */
export interface OnPushReceivedDeps {
  projects: EntityStore<ProjectDocument>;
}

/**
 * Updates the last activity of a project after a push. The latest time wins, in any order of
 * delivery.
 */
export const onPushReceived: EventConsumer<'repository.push.received', OnPushReceivedDeps> = {
  name: 'projects-last-activity',
  events: ['repository.push.received'],
  from: 'new',
  acrossRequests: true,
  async handleAll(events, { projects }) {
    const times = new Map(events.map(({ data, time }) => [data.entity.project_id, new Date(time)]));
    const updates = [...times].map(([_id, time]) => ({
      updateOne: { filter: { _id }, update: { $max: { last_activity_at: time } } },
    }));
    await retryWriteConflicts(() => projects.model.bulkWrite(updates, { ordered: false }));
  },
};
