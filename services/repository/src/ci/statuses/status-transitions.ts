/** The state machine of a commit status and its error messages. */
import { BadRequestError } from '@forgemesh/errors';
import type { CommitStatusState } from '#ci/pipelines';

/** The state before the first transition. */
type FromState = CommitStatusState | 'created';

interface Transition {
  event: string;
  from: readonly FromState[];
}

const unfinishedStates: readonly FromState[] = ['created', 'pending', 'running'];

const transitions: Record<CommitStatusState, Transition> = {
  pending: { event: 'enqueue', from: ['created'] },
  running: { event: 'run', from: ['created', 'pending'] },
  success: { event: 'success', from: unfinishedStates },
  failed: { event: 'drop', from: unfinishedStates },
  canceled: { event: 'cancel', from: unfinishedStates },
};

/** The times that a transition sets. */
export interface TransitionTimes {
  started_at: Date | null;
  finished_at: Date | null;
}

/** Whether a state allows no further transition. */
export function isFinal(state: CommitStatusState): boolean {
  return state !== 'pending' && state !== 'running';
}

/**
 * Computes the times after a transition at `now`. Throws BadRequestError when the transition is not
 * allowed.
 */
export function applyTransition(
  from: FromState,
  to: CommitStatusState,
  times: TransitionTimes,
  now: Date,
): TransitionTimes {
  const { event, from: allowed } = transitions[to];
  if (!allowed.includes(from)) {
    const reason = `Status cannot transition via "${event}"`;
    throw new BadRequestError(`Cannot transition status via :${event} from :${from} (Reason(s): ${reason})`);
  }
  return {
    started_at: to === 'running' ? now : times.started_at,
    finished_at: isFinal(to) ? now : times.finished_at,
  };
}
