/** Reconciles intents whose outcome is unknown after a crash. */
import { DAY_MS } from '@forgemesh/service/durations';
import type { RefChangeDocument } from './ref-change.model';
import { adoptDefaultBranch, closeIntents } from './reconcile-intents';
import { wasApplied } from './was-applied';
import type { RefChangesDeps } from './deps';

/** Younger intents may still be processed by the process that recorded them. */
const RECONCILE_AGE_MS = 5_000;
/**
 * Maximum time between an intent and its ref change: a large push takes time to store its objects.
 */
const GIVE_UP_AGE_MS = 30 * 60_000;
const BATCH = 100;

/**
 * Reconciles old open intents: closes those whose ref moved, and deletes those whose ref will not
 * move any more.
 */
export async function sweepIntents(deps: RefChangesDeps): Promise<void> {
  const { refChanges, storages } = deps;
  const now = Date.now();
  const before = new Date(now - RECONCILE_AGE_MS);
  // Recorded before the clock was set back.
  const ahead = new Date(now + RECONCILE_AGE_MS);
  const open = (await refChanges.model
    .find({ ...storages.filter, $or: [{ open_at: { $lt: before } }, { open_at: { $gt: ahead } }] }, undefined, {
      sort: { open_at: 1 },
      limit: BATCH,
    })
    .lean()) as RefChangeDocument[];
  for (const pushId of new Set(open.map(({ push_id }) => push_id))) {
    const intents = open.filter(({ push_id }) => push_id === pushId);
    try {
      await reconcilePush(deps, intents);
    } catch (error) {
      deps.log.warn({ err: error, push_id: pushId }, 'ref changes not reconciled yet');
    }
  }
}

async function reconcilePush(deps: RefChangesDeps, intents: RefChangeDocument[]): Promise<void> {
  const applied: RefChangeDocument[] = [];
  for (const intent of intents) {
    if (await wasApplied(deps, intent)) applied.push(intent);
    else if (intent.created_at.getTime() < Date.now() - GIVE_UP_AGE_MS)
      await deps.refChanges.model.deleteOne({ _id: intent._id, version: intent.version });
  }
  const first = await adoptDefaultBranch(deps, applied);
  await closeIntents(deps, applied, first);
}

/** Deletes changes that are closed, published and older than a day. */
export async function removeOldChanges({ refChanges }: RefChangesDeps): Promise<void> {
  const before = new Date(Date.now() - DAY_MS);
  await refChanges.model.deleteMany({
    created_at: { $lt: before },
    open_at: { $exists: false },
    outbox_at: { $exists: false },
  });
}
