import type { EventConsumer } from '@forgemesh/events';
import { type IssueLinksDeps, recordLink } from '#items/issue-links';

/** Writes the system notes about a link in case the request crashed before it did so. */
export const onIssueLinkChanged: EventConsumer<
  'collaboration.issue_link.created' | 'collaboration.issue_link.deleted',
  IssueLinksDeps
> = {
  name: 'collaboration-issue-link-notes',
  events: ['collaboration.issue_link.created', 'collaboration.issue_link.deleted'],
  from: 'all',
  async handle({ type, actor, subject, time, data }, deps) {
    const { issue_ids } = data.entity;
    const isLinked = type === 'collaboration.issue_link.created';
    await recordLink(deps, { _id: Number(subject), issue_ids }, { actor: actor ?? 0, at: new Date(time), isLinked });
  },
};
