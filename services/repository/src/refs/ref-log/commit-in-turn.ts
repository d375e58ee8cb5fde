/**
 * Builds commits on the tip of a branch, for the operations of the API that write to branches.
 * Writers of this process take turns; pushes and merges may still move the branch in between.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ConflictError } from '@forgemesh/errors';
import { findEarlierChange, type StartedChange } from './change-ref';
import type { RefLogDeps } from './deps';

const MAX_ATTEMPTS = 10;
/** Maximum pause after the first lost race, in milliseconds; it doubles up to the longest. */
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 500;

/** The branch to write to. */
export interface BranchTurn {
  repo: string;
  branch: string;
  /** Id of the write; a retry returns the commit of the first attempt. */
  operation_id: string | undefined;
}

/** A commit on a branch. */
export type CommittedChange = Pick<StartedChange, 'after' | 'finished'>;

/**
 * Returns the id of the commit that `attempt` has put on the branch, when it is finished; the next
 * writer has its turn before that. `attempt` starts from the current tip and resolves to null if
 * the branch moved concurrently, or the objects were lost with their folder; it is then repeated,
 * after a random pause that lets the other writers finish. Throws ConflictError if that happens
 * each time, and the errors of `attempt`.
 */
export async function commitInTurn(
  deps: RefLogDeps,
  { repo, branch, operation_id }: BranchTurn,
  attempt: () => Promise<CommittedChange | null>,
): Promise<string> {
  try {
    const { after, finished } = await deps.branchQueue.run(`${repo} ${branch}`, async () => {
      for (let lost = 0; lost < MAX_ATTEMPTS; lost++) {
        if (lost > 0) await pause(randomInt(Math.min(FIRST_PAUSE_MS * 2 ** (lost - 1), MAX_PAUSE_MS)));
        const committed = await attempt();
        if (committed !== null) return committed;
      }
      throw new ConflictError('409 Conflict: Resource lock');
    });
    await finished;
    return after;
  } catch (error) {
    // The cause of a refusal may be the result of this write's first attempt.
    const earlier = await findEarlierChange(deps, operation_id);
    if (earlier) return earlier.after;
    throw error;
  }
}
