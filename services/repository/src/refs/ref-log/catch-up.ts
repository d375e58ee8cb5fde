import type { RepositoryKey } from '#storage';
import { redoEntries } from './apply-entry';
import type { RefLogDeps } from './deps';
import { logId } from './log-heads';
import { logReaders } from './log-readers';

/**
 * The newest number of a repository's log, 0 for an empty log. Afterwards the refs in the folder
 * have followed all entries. The caller holds the queue of the log.
 */
export async function catchUp(deps: RefLogDeps, location: RepositoryKey): Promise<number> {
  const { logHeads, packs } = deps;
  if (packs.isEnabled) return packs.catchUp(locate(deps, location));
  const known = logHeads.known(location);
  if (known !== undefined) return known;
  const seq = await newestSeq(deps, location);
  await redoEntries(deps, location);
  logHeads.set(location, seq);
  return seq;
}

/** The newest number of a repository's log, 0 for an empty log, whatever the folder has. */
export function newestSeq({ refLog, refCheckpoints }: RefLogDeps, location: RepositoryKey): Promise<number> {
  return logReaders({ refLog: refLog.model, refCheckpoints }).newestSeq(location);
}

/**
 * Lets the refs in the folder follow the entries of other processes, and of attempts whose outcome
 * was unknown. Throws UnavailableError if they do not follow.
 */
export async function followEntries(deps: RefLogDeps, key: RepositoryKey): Promise<void> {
  if (deps.packs.isEnabled) return deps.packs.open(locate(deps, key));
  await deps.logQueue.run(logId(key), async () => {
    await redoEntries(deps, key);
    // This process may not know these entries.
    deps.logHeads.forget(key);
  });
}

function locate({ storages }: RefLogDeps, { project_id, storage, kind }: RepositoryKey) {
  return storages.locateUnchecked(project_id, storage, kind);
}
