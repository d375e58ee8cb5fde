/** Notifies users of issues that are due tomorrow, once per issue and day. */
import { DAY_MS } from '@forgemesh/service/durations';
import type { IssueDocument } from '#items/model';
import { requestMails } from './request-mails';
import { recipientsOf } from './recipients';
import type { ItemNotification } from './notification';
import type { EmailsDeps } from './deps';

const BATCH = 100;

/** Queues the mails about all open issues that are due on the day after `now`. Idempotent. */
export async function notifyOfDueIssues(deps: EmailsDeps, now = new Date()): Promise<void> {
  const due_on = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10);
  for (let last = 0; ;) {
    const due = await deps.items.issues.model
      .find({ due_date: due_on, state: 'opened', _id: { $gt: last } }, { project_id: 1 })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<Pick<IssueDocument, '_id' | 'project_id'>[]>();
    for (const { _id: id, project_id } of due) {
      const notification: ItemNotification = {
        event_id: `issue_due/${id}/${due_on}`,
        kind: 'due',
        actor: null,
        at: now,
        project_id,
        group_id: null,
        target_type: 'Issue',
        target_id: id,
        note_id: null,
        facts: { due_on },
      };
      const audience = { notification, isForAll: true, mentions: [], former: [], label_ids: [], named: [] };
      await requestMails(deps, notification, await recipientsOf(deps, audience));
    }
    if (due.length < BATCH) return;
    last = due.at(-1)?._id ?? last;
  }
}
