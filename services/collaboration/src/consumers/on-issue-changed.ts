import type { EventConsumer, ForgeEvent } from '@forgemesh/events';
import { type IssueChangesDeps, recordIssueChange } from '#items/issues';
import { removeRelatedData } from '#consumers/deletions/remove-related-data';
import type { DeletionsDeps } from '#consumers/deletions/deps';
import type { ModelDeps } from '#items/model';

const events = [
  'collaboration.issue.created',
  'collaboration.issue.updated',
  'collaboration.issue.closed',
  'collaboration.issue.reopened',
] as const;

type IssueEvent = ForgeEvent<(typeof events)[number]>;

/**
 * Writes the notes and resource events of changes unless the request did so in this process,
 * because it may have crashed before.
 */
export const onIssueChanged: EventConsumer<(typeof events)[number], IssueChangesDeps & DeletionsDeps> = {
  name: 'collaboration-issue-notes',
  events,
  from: 'all',
  acrossRequests: true,
  maxEvents: 50,
  async handleAll(all, deps) {
    const changes = all.filter(mayHaveRecords);
    const areRecorded = await Promise.all(changes.map(({ id }) => deps.history.recorded.get(id)));
    const recorded = new Set(changes.filter((_, at) => areRecorded[at] === true).map(issueOf));
    const missing = changes.filter((_, at) => areRecorded[at] !== true);
    const existing = await existingIssues(deps, missing.map(issueOf));
    for (const event of missing) {
      if (!existing.has(issueOf(event))) continue;
      await record(event, deps);
      recorded.add(issueOf(event));
    }
    // An issue was deleted in the meantime: its related data may have been removed before these
    // writes.
    const left = await existingIssues(deps, [...recorded]);
    for (const id of recorded) if (!left.has(id)) await removeRelatedData(deps, 'Issue', id);
  },
};

/** A new issue without labels and milestone has nothing to record. */
function mayHaveRecords({ type, data }: IssueEvent): boolean {
  return !type.endsWith('.created') || data.changes.initial !== undefined;
}

function issueOf({ subject }: IssueEvent): number {
  return Number(subject);
}

async function existingIssues({ items: { issues } }: ModelDeps, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const found = await issues.model.find({ _id: { $in: [...new Set(ids)] } }, { _id: 1 }).lean<{ _id: number }[]>();
  return new Set(found.map(({ _id: id }) => id));
}

async function record({ id, actor, subject, time, data }: IssueEvent, deps: IssueChangesDeps): Promise<void> {
  const issue = { _id: Number(subject), project_id: data.entity.project_id };
  await recordIssueChange(deps, issue, { id, actor, changes: data.changes, at: new Date(time) });
}
