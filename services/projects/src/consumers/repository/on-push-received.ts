import type { EventConsumer } from '@forgemesh/events';
import type { Projects } from '../../deps';

/**
 * Updates the last activity of a project after a push. The latest time wins, in any order of
 * delivery.
 */
export const onPushReceived: EventConsumer<'repository.push.received', Projects> = {
  name: 'projects-last-activity',
  events: ['repository.push.received'],
  from: 'new',
  async handleAll(events, deps) {
    const times = events.map(({ data, time }) => [data.entity.project_id, time] as const);
    for (const [id, time] of new Map(times))
      await deps.projects.model.updateOne({ _id: id }, { $max: { last_activity_at: new Date(time) } });
  },
};
