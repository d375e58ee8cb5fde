/** The state machine of a status, with the words in which it refuses a step. */
import { BadRequestError } from '@forgemesh/errors';
import type { CommitStatusState } from './commit-status.model';

/** A status before its first step. */
type StepFrom = CommitStatusState | 'created';

interface Step {
  event: string;
  from: readonly StepFrom[];
}

const ending: readonly StepFrom[] = ['created', 'pending', 'running'];

const steps: Record<CommitStatusState, Step> = {
  pending: { event: 'enqueue', from: ['created'] },
  running: { event: 'run', from: ['created', 'pending'] },
  success: { event: 'success', from: ending },
  failed: { event: 'drop', from: ending },
  canceled: { event: 'cancel', from: ending },
};

/** What a step changes besides the state. */
export interface StepTimes {
  started_at: Date | null;
  finished_at: Date | null;
}

/** Whether nothing follows a state. */
export function isFinal(state: CommitStatusState): boolean {
  return state !== 'pending' && state !== 'running';
}

/** Takes a step at a moment. Throws BadRequestError where the state machine has no such step. */
export function takeStep(from: StepFrom, to: CommitStatusState, times: StepTimes, now: Date): StepTimes {
  const { event, from: allowed } = steps[to];
  if (!allowed.includes(from)) {
    const why = `Status cannot transition via "${event}"`;
    throw new BadRequestError(`Cannot transition status via :${event} from :${from} (Reason(s): ${why})`);
  }
  return {
    started_at: to === 'running' ? now : times.started_at,
    finished_at: isFinal(to) ? now : times.finished_at,
  };
}
