/** Changes refs through the log, for all areas that write to repositories. */
import type { RepositoryPacks } from '#refs/packs';
import {
  changeRef,
  findEarlierChange,
  startChange,
  type RefChange,
  type SingleIntent,
  type StartedChange,
} from './change-ref';
import { finishEntries } from './close-entries';
import { commitInTurn, type BranchTurn, type CommittedChange } from './commit-in-turn';
import type { RefLogDeps } from './deps';
import { moveRefs, type MovedRefs } from './move-refs';
import type { RefLogEntry } from './ref-log-entry.model';
import type { RefIntent } from './ref-intent';

/** Changes refs. */
export interface RefWriter {
  /** The packs that are kept outside of the folders. */
  readonly packs: RepositoryPacks;
  /**
   * Moves one ref. Returns the change; for a retry, that of the first attempt. Errors: GitError
   * `conflict` when the ref is not at the expected value, and the others of `updateRefs`; DiskError
   * when the disk accepts no writes; UnavailableError when the outcome is still unknown.
   */
  change(intent: SingleIntent): Promise<RefChange>;
  /** Like `change`, but returns as soon as the next change of the ref can be made. */
  startChange(intent: SingleIntent): Promise<StartedChange>;
  /**
   * The change made by an earlier attempt of the same write; null if the write is new or its ref
   * did not move.
   */
  findEarlier(operationId: string | undefined): Promise<RefChange | null>;
  /** Repeats `attempt` until it has put a commit on a branch; see `commitInTurn`. */
  commitInTurn(turn: BranchTurn, attempt: () => Promise<CommittedChange | null>): Promise<string>;
  /** Moves many refs: all or none if `isAtomic` is set; see `moveRefs`. `finish` follows. */
  move(intent: RefIntent, isAtomic: boolean): Promise<MovedRefs>;
  /** Sets the default branch, and closes entries. Never throws. */
  finish(entries: readonly RefLogEntry[]): Promise<void>;
}

/** Creates the writer. */
export function createRefWriter(deps: RefLogDeps): RefWriter {
  return {
    packs: deps.packs,
    change: (intent) => changeRef(deps, intent),
    startChange: (intent) => startChange(deps, intent),
    findEarlier: (operationId) => findEarlierChange(deps, operationId),
    commitInTurn: (turn, attempt) => commitInTurn(deps, turn, attempt),
    move: (intent, isAtomic) => moveRefs(deps, intent, isAtomic),
    finish: (entries) => finishEntries(deps, entries),
  };
}
