/**
 * The refs of repositories as their logs have them. A folder may be lost while it is in use, file
 * by file: it then lacks refs or shows older values, which must not become the basis of a change.
 */
import { LRUCache } from 'lru-cache';
import { type RefusedUpdate, type RefUpdate, zeroId } from '@forgemesh/git-engine';
import { applyToRefs, readRefs, type RefMap } from './checkpoint-refs';
import type { LogName, LoggedState, PacksDeps } from './deps';
import { checkpointId, type RepositoryCheckpoint } from './repository-checkpoint.model';
import { isComplete } from './write-checkpoint';

/** Refs of all repositories that are remembered: about 200 bytes each. */
const MAX_REFS = 400_000;
/** Size in bytes of the longest list of refs that is read: about 100,000 refs. */
const MAX_LIST_SIZE = 8_000_000;

/** Conflicts that depend on the present value of the ref alone. */
const valueConflicts: ReadonlySet<unknown> = new Set(['exists', 'missing', 'moved']);

/** The refs of a repository at a number of its log. */
interface State {
  seq: number;
  incarnation: string | undefined;
  refs: RefMap;
}

/** What a folder has decided about wanted changes of refs. */
export interface FolderDecision {
  changes: readonly RefUpdate[];
  refused: readonly RefusedUpdate[];
  /** Number of the last entry that the folder had followed. */
  seq: number;
}

/** The remembered refs of a process. */
export class LoggedRefs {
  private readonly states = new LRUCache<string, State>({
    maxSize: MAX_REFS,
    sizeCalculation: ({ refs }) => Math.max(refs.size, 1),
  });

  constructor(private readonly deps: Pick<PacksDeps, 'checkpoints' | 'listEntries' | 'packStore'>) {}

  /**
   * Whether a folder has decided about changes as the log would have done. True if the log alone
   * does not have all refs, or too many of them to compare.
   */
  async agree(
    log: LogName,
    { changes, refused, seq }: FolderDecision,
    incarnation: string | undefined,
  ): Promise<boolean> {
    const refs = await this.read(log, seq, incarnation);
    if (!refs) return true;
    const refusals = new Map(refused.map((refusal) => [refusal.ref, refusal]));
    return changes.every(({ ref, old }) => {
      const refusal = refusals.get(ref);
      const isAsExpected = (refs.get(ref) ?? zeroId) === old;
      if (!refusal) return isAsExpected;
      return !isAsExpected || !valueConflicts.has(refusal.cause);
    });
  }

  /** Notes an entry that this process has appended or read, in their order. */
  note(log: LogName, entry: Pick<LoggedState, 'seq' | 'refs'>): void {
    const id = checkpointId(log);
    const state = this.states.get(id);
    if (state?.seq !== entry.seq - 1) return;
    applyToRefs(state.refs, [entry]);
    // Set again, because the size may have changed.
    this.states.set(id, { ...state, seq: entry.seq });
  }

  /** Forgets a repository that was replaced or removed. */
  forget(log: LogName): void {
    this.states.delete(checkpointId(log));
  }

  private async read(log: LogName, seq: number, incarnation: string | undefined): Promise<RefMap | null> {
    const id = checkpointId(log);
    const known = this.states.get(id);
    const state =
      (known?.incarnation === incarnation && (await this.advance(log, known, seq))) ||
      (await this.load(log, seq, incarnation));
    if (state) this.states.set(id, state);
    else this.states.delete(id);
    return state && state.refs;
  }

  /** Null if there is no unbroken list of the entries in between. */
  private async advance(log: LogName, state: State | undefined, seq: number): Promise<State | null> {
    if (!state || state.seq > seq) return null;
    if (state.seq === seq) return state;
    const entries = await this.entriesUntil(log, state.seq, seq);
    if (entries.length !== seq - state.seq) return null;
    applyToRefs(state.refs, entries);
    return { ...state, seq };
  }

  private async load(log: LogName, seq: number, incarnation: string | undefined): Promise<State | null> {
    const { checkpoints, packStore } = this.deps;
    const checkpoint = await checkpoints.findById(checkpointId(log)).lean<RepositoryCheckpoint>();
    if (!checkpoint || checkpoint.seq > seq || checkpoint.refs_size > MAX_LIST_SIZE) return null;
    if (checkpoint.incarnation !== incarnation) return null;
    const entries = await this.entriesUntil(log, checkpoint.seq, seq);
    if (!isComplete(checkpoint, entries)) return null;
    const refs = await readRefs(packStore, checkpoint);
    applyToRefs(refs, entries);
    return { seq, incarnation, refs };
  }

  private async entriesUntil(log: LogName, after: number, until: number): Promise<LoggedState[]> {
    return (await this.deps.listEntries(log, after)).filter(({ seq }) => seq <= until);
  }
}
