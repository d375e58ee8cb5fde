import type { GitClient } from '@forgemesh/git-engine';
import type { RepositoryKey, RepositoryLocation } from '#storage';
import type { LfsDeps } from '../deps';
import { findLinked, linkObjects } from './link-objects';

/** Commits that were copied from the repository of one project to that of another. */
export interface CopiedCommits {
  from: RepositoryKey;
  to: RepositoryLocation;
  ids: readonly string[];
}

/**
 * Links the objects of copied commits, as of a merge request from a fork, to the project that now
 * has the commits. Objects that the source does not have stay missing.
 */
export async function linkCopiedObjects(
  { lfsLinks, transportGit }: Pick<LfsDeps, 'lfsLinks'> & { transportGit: GitClient },
  { from, to, ids }: CopiedCommits,
): Promise<void> {
  // Most projects have no large files.
  if (!(await lfsLinks.exists({ project_id: from.project_id }))) return;
  for (const tip of ids) {
    const pointers = await transportGit.addedPointers({ repo: to.repo, tip }, { timeoutMs: 0 });
    const oids = pointers.map(({ oid }) => oid);
    const linked = await findLinked({ lfsLinks }, from.project_id, oids);
    const objects = [...linked].map(([oid, size]) => ({ oid, size }));
    await linkObjects({ lfsLinks }, to.project_id, objects);
  }
}
