/** Chooses the member of a pool for a call. */
import { rankMembers } from './rank-members';

/** What a call concerns. */
export interface PoolRoute {
  /** Calls with the same key prefer the same member; without a key, any member. */
  key?: string | undefined;
  /** Whether the call only reads, so that it may go to another warm member. */
  isRead: boolean;
}

/** A member with the number of calls of this process that it is handling. */
export interface Candidate {
  name: string;
  outstanding: number;
}

/** A read leaves its preferred member if that is already handling this number of calls. */
const BUSY_CALLS = 4;
/** Reads leave the warm members if each of them is handling this number of calls. */
const SATURATED_CALLS = 16;

/**
 * Returns the member for a call; undefined if there is none. A write goes to the preferred member
 * of its key. So does a read, unless the member is busy: then to the least busy of the
 * `warmMembers` first ones, and beyond them if all are saturated, so that a popular key gets more
 * members.
 */
export function chooseMember<M extends Candidate>(
  members: readonly M[],
  { key, isRead }: PoolRoute,
  warmMembers: number,
): M | undefined {
  // A random start spreads the calls of a process that is idle.
  if (key === undefined) return leastBusy(rankMembers(members, String(Math.random())));
  const ranked = rankMembers(members, key);
  const [preferred] = ranked;
  if (!preferred || !isRead || preferred.outstanding < BUSY_CALLS) return preferred;
  const warm = leastBusy(ranked.slice(0, warmMembers));
  return warm && warm.outstanding < SATURATED_CALLS ? warm : leastBusy(ranked);
}

/** Returns the first of the members with the fewest calls. */
function leastBusy<M extends Candidate>(members: readonly M[]): M | undefined {
  let found: M | undefined;
  for (const member of members) if (!found || member.outstanding < found.outstanding) found = member;
  return found;
}
