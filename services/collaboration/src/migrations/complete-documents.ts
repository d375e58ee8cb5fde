/**
 * Backfills sort keys, search fields and versions of documents that earlier releases stored.
 * Idempotent: a repeated run continues an interrupted one.
 */
import { searchFields, type EntityDocument, type EntityStore } from '@forgemesh/data';
import type { Schedule } from '@forgemesh/service';
import type { QueryFilter } from 'mongoose';
import type { Condition } from '#queries';
import { issueOrderKeys, type ModelDeps, popularityKey, type ProjectItemDocument } from '#items/model';
import { backfillSettingEvents } from '#notifications/notification-settings';
import type { EmailsDeps } from '#notifications/emails';

/** Delay after the start of a process. */
const DELAY_MS = 10_000;
/** Documents per batch; limits the duration of a command. */
const BATCH = 200;

const withoutPopularity = { upvotes: { $gt: 0 }, popularity_key: null };
const lackingIssue = {
  $or: [{ due_date: { $gt: '' }, due_key: null }, { weight: { $gte: 0 }, weight_key: null }, withoutPopularity],
};
const lackingNote = { system: false, search_text: null };

type Stores = Pick<EmailsDeps, 'notes' | 'notificationSettings'> & {
  items: Pick<ModelDeps['items'], 'issues' | 'mergeRequests'>;
};

/** Runs once per process. */
export const completeDocuments: Schedule<Stores> = {
  name: 'collaboration-complete-documents',
  everyMs: DELAY_MS,
  once: true,
  async run({ items: { issues, mergeRequests }, notes, notificationSettings }) {
    await complete(issues, lackingIssue, (issue) => ({ ...issueOrderKeys(issue), ...popularityOf(issue) }));
    await complete(mergeRequests, withoutPopularity, popularityOf);
    await complete(notes, lackingNote, ({ body }) => searchFields(body));
    await backfillSettingEvents({ notificationSettings });
  },
};

function popularityOf(item: ProjectItemDocument): Pick<ProjectItemDocument, 'popularity_key'> {
  return { popularity_key: popularityKey(item, item.upvotes) };
}

/**
 * Fills the missing fields of documents. A document that changes concurrently is skipped; the
 * change or the next run completes it.
 */
async function complete<T extends EntityDocument>(
  store: EntityStore<T>,
  lacking: Condition,
  fieldsOf: (document: T) => Partial<T>,
): Promise<void> {
  for (let last = 0; ;) {
    const next = { $and: [{ _id: { $gt: last } }, lacking] } as QueryFilter<T>;
    const rows = (await store.model
      .find(next, { outbox: 0 }, { sort: { _id: 1 }, limit: BATCH })
      .lean()) as unknown as T[];
    for (const row of rows) await store.change(row, { set: fieldsOf(row) });
    if (rows.length < BATCH) return;
    last = rows.at(-1)?._id ?? Infinity;
  }
}
