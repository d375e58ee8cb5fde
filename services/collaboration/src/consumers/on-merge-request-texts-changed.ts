import type { EventConsumer } from '@forgemesh/events';
import { refreshClosing } from '../items/merge-requests/closing-issues';
import type { Collaboration } from '../deps';

/** Changes that may say something else about what a merge closes. */
const relevant = ['title', 'description', 'target_branch', 'version'];

/** Finds out which issues the merge of a request closes, as far as its texts and commits changed. */
export const onMergeRequestTextsChanged: EventConsumer<Collaboration> = {
  name: 'collaboration-closed-issues',
  events: ['created', 'updated', 'reopened'].map((what) => `collaboration.merge_request.${what}`),
  from: 'all',
  async handle({ type, subject, data }, deps) {
    const isNew = !type.endsWith('updated');
    if (!isNew && !relevant.some((name) => data.changes[name] !== undefined)) return;
    const request = await deps.mergeRequests.find(Number(subject));
    if (request?.state === 'opened') await refreshClosing(deps, request);
  },
};
