import { MAINTAINER } from '@forgemesh/access';
import type { LfsLockDocument } from './lfs-lock.model';

/** A request to release a lock. */
export interface UnlockRequest {
  /** Null for a deploy key. */
  user_id: number | null;
  /** Access level in the project. */
  level: number;
  /** Whether the lock of another user may be released. */
  force: boolean;
}

/** Why a lock may not be released; null for its owner, and with `force` for a maintainer. */
export function unlockRefusal(
  lock: Pick<LfsLockDocument, 'user_id' | 'path'>,
  ownerName: string,
  { user_id, level, force }: UnlockRequest,
): string | null {
  if (user_id === lock.user_id) return null;
  if (!force) return `${lock.path} is locked by ${ownerName}`;
  return level < MAINTAINER ? 'You must have maintainer access to force delete a lock' : null;
}
