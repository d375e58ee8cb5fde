import type { EventConsumer } from '@forgemesh/kit';
import { requestApprovals } from '../requests/request-approvals';
import type { Approvals } from '../service';

/** Copies the project's rules to a new merge request, so that it keeps them whatever becomes of the project's. */
export const onMergeRequestCreated: EventConsumer<Approvals> = {
  name: 'approvals-copy-rules',
  events: ['collaboration.merge_request.created'],
  from: 'all',
  async handle({ subject, data }, deps) {
    const { iid, project_id } = data.entity as { iid: number; project_id: number };
    await requestApprovals(deps, { id: Number(subject), iid, project_id });
  },
};
