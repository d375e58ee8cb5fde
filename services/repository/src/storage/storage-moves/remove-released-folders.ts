/**
 * Removes the folders that this process has of repositories which their projects have left: a move
 * is served by one of several processes, and the others have caches of them, too.
 */
import { MINUTE_MS } from '@forgemesh/service/durations';
import type { Schedule } from '@forgemesh/service';
import { repositoryExists, type GitClient } from '@forgemesh/git-engine';
import { type RepositoryActivity, repositoryKinds, type Storages } from '#storage';
import { removeRepositoryFiles } from '#storage/replicas';
import type { ReadOnlyLocks } from './read-only-locks';

/** What the removal needs. */
export interface RemoveReleasedFoldersDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  /** Running writes and long reads, and locked repositories. */
  activity: RepositoryActivity;
  /** Persistent locks of repositories during storage moves. */
  readOnlyLocks: ReadOnlyLocks;
}

/** Removes folders without readers; the next run removes those that have some. */
export const removeReleasedFolders: Schedule<RemoveReleasedFoldersDeps> = {
  name: 'repository-released-folders',
  everyMs: 10 * MINUTE_MS,
  async run(deps) {
    const { storages, activity, readOnlyLocks } = deps;
    for (const { project_id, storage } of await readOnlyLocks.loadReleased()) {
      for (const kind of repositoryKinds) {
        const location = storages.locateUnchecked(project_id, storage, kind);
        if (activity.hasReaders(location.repo) || !(await repositoryExists(location.repo))) continue;
        // The project may have moved back in the meantime.
        if (storages.isReleased(project_id, storage)) await removeRepositoryFiles(deps, location);
      }
    }
  },
};
