import type { EventConsumer } from '@forgemesh/events';
import type { Projects } from '../../deps';

/** A push is activity of its project. The latest moment wins, in whatever order the events come. */
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
