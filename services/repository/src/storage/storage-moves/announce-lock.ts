import { repositoryKinds, type Storages } from '#storage';
import type { LogMark, LogName } from '#refs/packs';

/** What the announcement of a lock needs. */
export interface AnnounceLockDeps {
  storages: Storages;
  /** The newest number of a log, 0 for none. */
  newestSeq(log: LogName): Promise<number>;
  appendMark(location: ReturnType<Storages['locateUnchecked']>, mark: LogMark): Promise<void>;
}

/**
 * Announces that the lock of a project has changed, in the logs of its repositories: no process can
 * append after it without having applied the lock. Repositories without entries have nothing that a
 * move could miss.
 */
export async function announceLock(
  { storages, newestSeq, appendMark }: AnnounceLockDeps,
  projectId: number,
  storage: string,
): Promise<void> {
  for (const kind of repositoryKinds) {
    const location = storages.locateUnchecked(projectId, storage, kind);
    if ((await newestSeq(location)) > 0) await appendMark(location, { has_lock_change: true });
  }
}
