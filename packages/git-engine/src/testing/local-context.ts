/** For tests: operations called in this process, on the same state that a worker has. */
import { type GitContext, WorkerState } from '../worker/context';
import { defaultSettings, type WorkerSettings } from '../worker/messages';

export interface LocalGit {
  context: GitContext;
  /** How many git processes are kept running. */
  keptProcesses(): number;
  close(): void;
}

/** A worker's state in this process. Close it, or its git processes keep the test alive. */
export function localGit(settings: Partial<WorkerSettings> = {}): LocalGit {
  const state = new WorkerState({ ...defaultSettings, ...settings });
  return {
    context: state.context(new AbortController().signal),
    keptProcesses: () => state.keptProcesses,
    close: () => state.close(),
  };
}
