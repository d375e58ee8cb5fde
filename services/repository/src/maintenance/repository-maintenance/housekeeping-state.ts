/** Derives the state of a housekeeping job from its fields. */
import type { HousekeepingDocument } from './housekeeping.model';

export type HousekeepingState = 'waiting' | 'running' | 'failed' | 'done';

/** Query filters by state. */
export const stateFilters: Record<HousekeepingState, object> = {
  running: { claim: { $exists: true } },
  waiting: { claim: { $exists: false }, due_at: { $exists: true } },
  failed: { claim: { $exists: false }, due_at: { $exists: false }, failures: { $gt: 0 } },
  done: { claim: { $exists: false }, due_at: { $exists: false }, failures: 0 },
};

/** The state of a job. */
export function stateOf({ claim, due_at, failures }: HousekeepingDocument): HousekeepingState {
  if (claim !== undefined) return 'running';
  if (due_at !== undefined) return 'waiting';
  return failures > 0 ? 'failed' : 'done';
}
