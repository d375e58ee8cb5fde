import type { RepositoryKey } from '#storage';
import { redoEntries } from './apply-entry';
import type { RefLogDeps } from './deps';
import { logReaders } from './log-readers';

/**
 * The newest number of a repository's log, 0 for an empty log. Afterwards the refs in the folder
 * have followed all entries.
 */
export async function catchUp(deps: RefLogDeps, location: RepositoryKey): Promise<number> {
  const { logHeads, refLog, refCheckpoints } = deps;
  const known = logHeads.known(location);
  if (known !== undefined) return known;
  const seq = await logReaders({ refLog: refLog.model, refCheckpoints }).newestSeq(location);
  await redoEntries(deps, location);
  logHeads.set(location, seq);
  return seq;
}
