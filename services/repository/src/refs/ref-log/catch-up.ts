import type { RepositoryKey } from '#storage';
import { redoEntries } from './apply-entry';
import type { RefLogDeps } from './deps';
import { logId } from './log-heads';

/**
 * The newest number of a repository's log, 0 for an empty log. Afterwards the refs in the folder
 * have followed all entries.
 */
export async function catchUp(deps: RefLogDeps, location: RepositoryKey): Promise<number> {
  const { logHeads, refLog, refCheckpoints } = deps;
  const known = logHeads.known(location);
  if (known !== undefined) return known;
  const { project_id, kind } = location;
  const [newest, checkpoint] = await Promise.all([
    refLog.model.findOne({ project_id, kind }, { seq: 1 }).sort({ seq: -1 }).lean(),
    refCheckpoints.findById(logId(location)).lean(),
  ]);
  await redoEntries(deps, location);
  const seq = Math.max(newest?.seq ?? 0, checkpoint?.seq ?? 0);
  logHeads.set(location, seq);
  return seq;
}
