/** Changes refs with intents and events, for all areas that write to repositories. */
import { changeRef, findEarlierChange, type SingleIntent } from './change-ref';
import { commitInTurn, type BranchTurn } from './commit-in-turn';
import { reconcileIntents } from './reconcile-intents';
import { recordIntents, type RefIntent, withdrawIntents } from './record-intents';
import type { RefChangeDocument } from './ref-change.model';
import type { RefChangesDeps } from './deps';

/** Changes refs. */
export interface RefWriter {
  /**
   * Moves one ref. Returns the stored change; for a retry, that of the first attempt. Errors:
   * GitError `conflict` when the ref is not at the expected value, and the others of `updateRefs`;
   * DiskError when the disk accepts no writes; UnavailableError when the outcome is still unknown.
   */
  change(intent: SingleIntent): Promise<RefChangeDocument>;
  /**
   * The change made by an earlier attempt of the same write; null if the write is new or its ref
   * did not move.
   */
  findEarlier(operationId: string | undefined): Promise<RefChangeDocument | null>;
  /** Repeats `attempt` until it has put a commit on a branch; see `commitInTurn`. */
  commitInTurn(turn: BranchTurn, attempt: () => Promise<string | null>): Promise<string>;
  /** Records the changes of refs that the caller is about to move. */
  record(intent: RefIntent): Promise<RefChangeDocument[]>;
  /** Deletes recorded changes whose refs were not moved. */
  withdraw(recorded: readonly RefChangeDocument[]): Promise<void>;
  /** Closes recorded changes whose refs have moved. Never throws. */
  reconcile(applied: readonly RefChangeDocument[]): Promise<void>;
}

/** Creates the writer. */
export function createRefWriter(deps: RefChangesDeps): RefWriter {
  return {
    change: (intent) => changeRef(deps, intent),
    findEarlier: (operationId) => findEarlierChange(deps, operationId),
    commitInTurn: (turn, attempt) => commitInTurn(deps, turn, attempt),
    record: (intent) => recordIntents(deps, intent),
    reconcile: (applied) => reconcileIntents(deps, applied),
    withdraw: (recorded) => withdrawIntents(deps, recorded),
  };
}
