import type { ResponseOf } from '@forgemesh/rpc';
import type { LfsLock } from '@forgemesh/proto/repository/v1/lfs_lock';
import { findUsers, presentUser } from '#clients/users';
import type { LfsDeps } from '../deps';
import type { LfsLockDocument } from './lfs-lock.model';

/** A lock as the protocol presents it. */
export interface PresentedLock {
  id: string;
  path: string;
  locked_at: string;
  owner: { name: string };
}

/** Presents locks with the names of their owners. */
export async function presentLocks(
  deps: Pick<LfsDeps, 'clients' | 'users'>,
  locks: readonly LfsLockDocument[],
): Promise<PresentedLock[]> {
  const users = await findUsers(
    deps,
    locks.map(({ user_id }) => user_id),
  );
  return locks.map(({ _id, path, user_id, locked_at }) => ({
    id: String(_id),
    path,
    locked_at: locked_at.toISOString(),
    owner: { name: users.get(user_id)?.name ?? 'Ghost User' },
  }));
}

/** Presents one lock. */
export async function presentLock(
  deps: Pick<LfsDeps, 'clients' | 'users'>,
  lock: LfsLockDocument,
): Promise<PresentedLock> {
  const [presented] = await presentLocks(deps, [lock]);
  if (!presented) throw new Error('a lock was not presented');
  return presented;
}

/** Presents locks for the API. */
export async function presentApiLocks(
  deps: Pick<LfsDeps, 'clients' | 'users'>,
  locks: readonly LfsLockDocument[],
): Promise<ResponseOf<LfsLock>[]> {
  const users = await findUsers(
    deps,
    locks.map(({ user_id }) => user_id),
  );
  return locks.map(({ _id: id, path, user_id, locked_at }) => ({
    id,
    path,
    locked_at: locked_at.toISOString(),
    owner: presentUser(users.get(user_id)),
  }));
}

/** Presents one lock for the API. */
export async function presentApiLock(
  deps: Pick<LfsDeps, 'clients' | 'users'>,
  lock: LfsLockDocument,
): Promise<ResponseOf<LfsLock>> {
  const [presented] = await presentApiLocks(deps, [lock]);
  if (!presented) throw new Error('a lock was not presented');
  return presented;
}
