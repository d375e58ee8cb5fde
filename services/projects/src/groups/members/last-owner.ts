/**
 * Keeps an owner in each group when owners are removed or demoted at the same time.
 *
 * A change that takes the ownership of a member first writes the membership of another owner,
 * unchanged except for its version, and is stored only if its own membership still has the version
 * that was read before that. Two changes that rely on each other are therefore not both stored:
 * each has written the membership of the other one, and the later of these writes comes after that
 * membership was read. The same holds for a circle of several. No lock is taken, so that a crash
 * leaves nothing behind.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { OWNER } from '@forgemesh/access';
import { ForbiddenError, NotFoundError, UnavailableError } from '@forgemesh/errors';
import { notExpired, type MembershipDocument } from '#access/memberships';
import type { MemberSource } from './member-source';
import { findDirect } from './read-members';
import type { MembersDeps } from './deps';

const MAX_ATTEMPTS = 30;
/** Maximum random pause before another attempt, so that one of several writers gets ahead. */
const MAX_PAUSE_MS = 100;

/** A change of a membership. */
export interface MembershipChange<Result> {
  userId: number;
  /** Whether the change takes the ownership of an owner. */
  endsOwnership: boolean;
  /** Throws to refuse the change; called for each attempt, before anything is written. */
  validate: (row: MembershipDocument) => Promise<void> | void;
  /** Stores the change; null or false if the membership was changed since it was read. */
  write: (row: MembershipDocument) => Promise<Result | null | false>;
}

/**
 * Changes a direct membership. Throws NotFoundError if there is none, and ForbiddenError if the
 * group would have no owner.
 */
export async function changeMembership<Result>(
  deps: MembersDeps,
  source: MemberSource,
  { userId, endsOwnership, validate, write }: MembershipChange<Result>,
): Promise<Result> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    if (attempts > 0) await pause(Math.random() * MAX_PAUSE_MS);
    const row = await findDirect(deps, source, userId);
    if (!row) throw new NotFoundError();
    await validate(row);
    const isOwner = source.kind === 'group' && row.access_level === OWNER;
    if (isOwner && endsOwnership && !(await confirmOtherOwner(deps, row))) continue;
    const result = await write(row);
    if (result) return result;
  }
  throw new UnavailableError('The resource changes too quickly, try again');
}

/**
 * Writes the membership of another owner; false if that one was changed in the meantime. Throws
 * ForbiddenError if there is no other owner.
 */
async function confirmOtherOwner(deps: MembersDeps, { source, user_id: userId }: MembershipDocument): Promise<boolean> {
  const other = await deps.memberships.model
    .findOne({ source, access_level: OWNER, user_id: { $ne: userId }, ...notExpired() })
    .lean<MembershipDocument>();
  if (!other) throw new ForbiddenError();
  return (await deps.memberships.change(other, { set: { access_level: OWNER } })) !== null;
}
