import type { EventConsumer } from '@forgemesh/kit';
import type { Approvals } from '../service';

/** Removes what belonged to a project or merge request that is gone. */
export const onRemoved: EventConsumer<Approvals> = {
  name: 'approvals-belongings-of-removed',
  events: ['projects.project.deleted', 'collaboration.merge_request.deleted'],
  from: 'all',
  async handle({ type, subject }, { projects, requests, approvals }) {
    const id = Number(subject);
    if (type === 'collaboration.merge_request.deleted') {
      await approvals.model.deleteMany({ merge_request_id: id });
      await requests.model.deleteMany({ _id: id });
      return;
    }
    await approvals.model.deleteMany({ project_id: id });
    await requests.model.deleteMany({ project_id: id });
    await projects.model.deleteMany({ _id: id });
  },
};
