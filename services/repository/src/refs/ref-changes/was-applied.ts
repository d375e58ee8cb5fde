import { zeroId } from '@forgemesh/git-engine';
import type { Repositories } from '../../deps';
import type { RefChangeDocument } from './ref-change.model';

/** Clocks of a reflog count whole seconds. */
const CLOCK_SLACK_MS = 2_000;

/**
 * Whether a ref made the change of an intent, from the ref itself, from its reflog, or from a later
 * change that started where this one ended (the reflog goes with the ref).
 */
export async function wasApplied(
  { git, refChanges, storages }: Repositories,
  { _id, project_id, storage, kind, ref, before, after, created_at }: RefChangeDocument,
): Promise<boolean> {
  const { repo } = storages.locate(project_id, storage, kind);
  const found = await git.findRef({ repo, name: ref });
  if ((found?.id ?? zeroId) === after) return true;
  // Recorded before a clock was set back: the times of what followed are earlier.
  const isAhead = created_at.getTime() > Date.now() + CLOCK_SLACK_MS;
  const since = isAhead ? 0 : created_at.getTime() - CLOCK_SLACK_MS;
  const { entries } = await git.readReflog({ repo, ref });
  if (entries.some((entry) => entry.old === before && entry.new === after && entry.time * 1000 >= since)) return true;
  const successor = { project_id, ref, before: after, open_at: { $exists: false } };
  const later = isAhead ? { _id: { $gt: _id } } : { _id: { $ne: _id }, created_at: { $gte: created_at } };
  return (await refChanges.model.exists({ ...successor, ...later })) !== null;
}
