import { zeroId } from '@forgemesh/git-engine';
import type { RefChangeDocument } from './ref-change.model';
import type { RefChangesDeps } from './deps';

/** Reflog times have a resolution of one second. */
const CLOCK_SLACK_MS = 2_000;

/**
 * Whether the ref change of an intent was applied, as shown by the ref itself, its reflog, or a
 * later change that started at its result (a deleted ref has no reflog).
 */
export async function wasApplied(
  { git, refChanges, storages }: Pick<RefChangesDeps, 'git' | 'storages' | 'refChanges'>,
  { _id, project_id, storage, kind, ref, before, after, created_at }: RefChangeDocument,
): Promise<boolean> {
  const { repo } = storages.locate(project_id, storage, kind);
  const found = await git.findRef({ repo, name: ref });
  if ((found?.id ?? zeroId) === after) return true;
  // Recorded before the clock was set back: later changes then have earlier times.
  const isAhead = created_at.getTime() > Date.now() + CLOCK_SLACK_MS;
  const since = isAhead ? 0 : created_at.getTime() - CLOCK_SLACK_MS;
  const { entries } = await git.readReflog({ repo, ref });
  if (entries.some((entry) => entry.old === before && entry.new === after && entry.time * 1000 >= since)) return true;
  const successor = { project_id, ref, before: after, open_at: { $exists: false } };
  const later = isAhead ? { _id: { $gt: _id } } : { _id: { $ne: _id }, created_at: { $gte: created_at } };
  return (await refChanges.model.exists({ ...successor, ...later })) !== null;
}
