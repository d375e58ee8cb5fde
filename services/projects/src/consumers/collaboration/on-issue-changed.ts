import type { EventConsumer, ForgeEvent } from '@forgemesh/events';
import type { Recount } from '#projects/model';

/** Dependencies of the consumer. */
export interface OnIssueChangedDeps {
  /** Recounts the open issues of a project. */
  recountOpenIssues: Recount<void>;
}

const events = [
  'collaboration.issue.created',
  'collaboration.issue.updated',
  'collaboration.issue.closed',
  'collaboration.issue.reopened',
  'collaboration.issue.deleted',
] as const;

/** Recounts the open issues of a project after changes that may affect the count. */
export const onIssueChanged: EventConsumer<(typeof events)[number], OnIssueChangedDeps> = {
  name: 'projects-open-issue-counts',
  events,
  from: 'all',
  acrossRequests: true,
  async handleAll(events, deps) {
    const ids = events.filter(mayAffectCount).map(({ data }) => data.entity.project_id);
    await Promise.all([...new Set(ids)].map((id) => deps.recountOpenIssues(id)));
  },
};

/** Other changes of an issue do not affect the count. */
function mayAffectCount(event: ForgeEvent<(typeof events)[number]>): boolean {
  return event.type !== 'collaboration.issue.updated' || event.data.changes.confidential !== undefined;
}
