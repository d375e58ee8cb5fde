/** The two sides of a merge request, as requests name them. */
import type { MergeSide, MergeSubject } from '@forgemesh/proto/repository/v1/merge';
import { UnauthenticatedError } from '@forgemesh/errors';
import type { Principal } from '@forgemesh/telemetry';
import type { ActingUser } from '@forgemesh/proto/repository/v1/acting_user';
import type { PushSubject } from '../../access/policy';
import { findTip } from '../../refs/ref-changes/find-tip';
import { placeOf, type RepositoryLocation, type RepositoryPlace } from '../../storage/repository-location';
import type { Repositories } from '../../deps';

const BRANCHES = 'refs/heads/';

/** A branch and where it lies, which another process may serve. */
export interface Side {
  location: RepositoryPlace;
  ref: string;
  branch: string;
  full_path: string;
}

/** The side in whose repository a call works. */
export interface NearSide extends Side {
  location: RepositoryLocation;
}

/**
 * The side in whose repository a call works. Throws ForeignStorageError where another process
 * serves it.
 */
export function sideOf({ storages }: Repositories, side: MergeSide | undefined): NearSide {
  const { location, ...rest } = otherSideOf(side);
  return { ...rest, location: storages.locate(location.project_id, location.storage) };
}

/** The other side. */
export function otherSideOf(side: MergeSide | undefined): Side {
  if (!side) throw new Error('a merge has two sides');
  const { project_id: id, storage, branch, full_path } = side;
  return { location: placeOf(id, storage), ref: BRANCHES + branch, branch, full_path };
}

/** The tip of a side; null where there is no such branch. */
export async function tipOf(deps: Repositories, { location, ref, branch }: Side): Promise<string | null> {
  const { project_id, storage } = location;
  if (deps.storages.serves(storage)) return findTip(deps, deps.storages.locate(project_id, storage).repo, ref);
  return (await deps.clients.storage.getBranchTip({ project_id, storage, branch })).commit_sha ?? null;
}

/** The caller on a project. */
export function subjectOf(subject: MergeSubject | undefined): PushSubject {
  return subject ?? { level: 0, archived: false, default_branch: '' };
}

/**
 * The user in whose name a call works: the one it names, else the user of the request that it
 * answers. Throws UnauthenticatedError.
 */
export function actingUserOf(
  { user }: { user: Principal | null },
  { acting_user: named }: { acting_user: ActingUser | undefined },
): Principal {
  const acting = named ?? user;
  if (!acting) throw new UnauthenticatedError();
  return acting;
}
