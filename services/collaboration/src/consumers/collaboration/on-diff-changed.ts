import type { EventConsumer } from '@forgemesh/events';
import { type DiscussionsDeps, markOutdatedThreads } from '#discussion/discussions';

/**
 * Marks threads on the diff of a merge request as outdated when a new version changes their lines.
 */
export const onDiffChanged: EventConsumer<'collaboration.merge_request.updated', DiscussionsDeps> = {
  name: 'collaboration-outdated-threads',
  events: ['collaboration.merge_request.updated'],
  from: 'new',
  async handle({ actor, subject, time, data }, deps) {
    const { version } = data.changes;
    const request = version && (await deps.items.mergeRequests.find(Number(subject)));
    if (request) await markOutdatedThreads(deps, request, { version, actor: actor ?? 0, at: new Date(time) });
  },
};
