import type { EventConsumer } from '@forgemesh/events';
import type { ConsumersDeps } from './deps';

/** Deletes the rules and approvals of a deleted project or merge request. */
export const onProjectOrMergeRequestDeleted: EventConsumer<
  'projects.project.deleted' | 'collaboration.merge_request.deleted',
  ConsumersDeps
> = {
  name: 'approvals-belongings-of-removed',
  events: ['projects.project.deleted', 'collaboration.merge_request.deleted'],
  from: 'all',
  isDeleted: async ({ type, subject }, { clients }) => {
    const id = Number(subject);
    if (type === 'collaboration.merge_request.deleted')
      return (await clients.mergeRequests.listApprovalVersions({ ids: [id] })).versions.length === 0;
    return !(await clients.existence.getExistence({ subject: { $case: 'project_id', value: id } })).exists;
  },
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
