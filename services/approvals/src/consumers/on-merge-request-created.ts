import type { EventConsumer } from '@forgemesh/events';
import { ensureRequestApprovals } from '#requests';
import type { ConsumersDeps } from './deps';

/**
 * Copies the project's rules to a new merge request, so that later changes of the project do not
 * affect it.
 */
export const onMergeRequestCreated: EventConsumer<'collaboration.merge_request.created', ConsumersDeps> = {
  name: 'approvals-copy-rules',
  events: ['collaboration.merge_request.created'],
  from: 'all',
  async handle({ subject, actor, data }, deps) {
    const { iid, project_id, approvals_before_merge } = data.entity;
    const requested = approvals_before_merge ?? undefined;
    const request = { id: Number(subject), iid, project_id, author_id: actor ?? 0 };
    await ensureRequestApprovals(deps, { ...request, approvals_before_merge: requested });
  },
};
