/** For tests: runs operations in this process, with the state of a worker. */
import type { Caller } from '@forgemesh/admission';
import { type GitContext, WorkerState } from '../worker/context';
import { defaultSettings, type WorkerSettings } from '../worker/messages';

/** A caller of downloads. */
export const localCaller: Caller = { key: 'user 7', isAnonymous: false };

export interface LocalGit {
  context: GitContext;
  /** Number of persistent git processes. */
  persistentProcesses(): number;
  close(): void;
}

/** Creates a worker's state in this process. Close it, or its git processes keep the test alive. */
export function localGit(settings: Partial<WorkerSettings> = {}): LocalGit {
  const state = new WorkerState({ ...defaultSettings, ...settings });
  return {
    context: state.context(new AbortController().signal),
    persistentProcesses: () => state.persistentProcesses,
    close: () => state.close(),
  };
}
