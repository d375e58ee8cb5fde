/** The two sides of a merge request, as requests name them. */
import type { MergeSide, MergeSubject } from '@forgemesh/proto/repository/v1/merge';
import { isGitError } from '../git/errors';
import type { PushSubject } from '../policy';
import type { RepositoryLocation } from '../repository-location';
import type { Repositories } from '../service';

const BRANCHES = 'refs/heads/';

/** A branch and where it lies. */
export interface Side {
  location: RepositoryLocation;
  ref: string;
  branch: string;
  full_path: string;
}

/** The repository and the ref of a side. */
export function sideOf({ storages }: Repositories, side: MergeSide | undefined): Side {
  if (!side) throw new Error('a merge has two sides');
  const { project_id: id, storage, branch, full_path } = side;
  return { location: storages.locate(id, storage), ref: BRANCHES + branch, branch, full_path };
}

/** The tip of a side; null where there is no such branch. */
export async function tipOf({ git }: Repositories, { location, ref }: Side): Promise<string | null> {
  try {
    return (await git.findRef({ repo: location.repo, name: ref }))?.commit_id ?? null;
  } catch (error) {
    if (isGitError(error, 'invalid_ref')) return null;
    throw error;
  }
}

/** The caller on a project. */
export function subjectOf(subject: MergeSubject | undefined): PushSubject {
  return subject ?? { level: 0, archived: false, default_branch: '' };
}
