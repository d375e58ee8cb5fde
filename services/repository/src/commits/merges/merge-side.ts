/** The two sides of a merge request, as given in requests. */
import type { MergeSide, MergeSubject } from '@forgemesh/proto/repository/v1/merge';
import { UnauthenticatedError } from '@forgemesh/errors';
import { BRANCHES } from '@forgemesh/git-engine';
import type { Principal } from '@forgemesh/telemetry';
import type { ActingUser } from '@forgemesh/proto/repository/v1/acting_user';
import type { PushSubject } from '#access';
import { findTip } from '#refs/ref-log';
import { repositoryKey, type RepositoryKey, type RepositoryLocation } from '#storage';
import type { MergesDeps } from './deps';

type Deps = Pick<MergesDeps, 'git' | 'storages' | 'clients'>;

/** A branch and its repository, which another process may serve. */
export interface Side {
  location: RepositoryKey;
  ref: string;
  branch: string;
  full_path: string;
}

/** A side whose repository this process serves. */
export interface LocalSide extends Side {
  location: RepositoryLocation;
}

/**
 * A side whose repository this process serves. Throws StorageNotServedError when another process
 * serves it.
 */
export function localSideOf({ storages }: Deps, side: MergeSide | undefined): LocalSide {
  const { location, ...rest } = sideOf(side);
  return { ...rest, location: storages.locate(location.project_id, location.storage) };
}

/** A side that any process may serve. */
export function sideOf(side: MergeSide | undefined): Side {
  if (!side) throw new Error('a merge has two sides');
  const { project_id: id, storage, branch, full_path } = side;
  return { location: repositoryKey(id, storage), ref: BRANCHES + branch, branch, full_path };
}

/** The tip of a side; null when the branch does not exist. */
export async function tipOf(deps: Deps, { location, ref, branch }: Side): Promise<string | null> {
  const { project_id, storage } = location;
  if (deps.storages.serves(storage)) return findTip(deps, deps.storages.locate(project_id, storage).repo, ref);
  return (await deps.clients.storage.getBranchTip({ project_id, storage, branch })).commit_sha ?? null;
}

/** The caller's permissions on a project. */
export function subjectOf(subject: MergeSubject | undefined): PushSubject {
  return subject ?? { level: 0, archived: false, default_branch: '' };
}

/**
 * The user on whose behalf a call acts: the one in the request, else the authenticated user. Throws
 * UnauthenticatedError.
 */
export function actingUserOf(
  { user }: { user: Principal | null },
  { acting_user: named }: { acting_user: ActingUser | undefined },
): Principal {
  const acting = named ?? user;
  if (!acting) throw new UnauthenticatedError();
  return acting;
}
