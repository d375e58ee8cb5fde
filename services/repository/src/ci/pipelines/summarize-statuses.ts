import type { CommitStatusDocument } from './commit-status.model';
import type { PipelineSummary, PipelineState } from './pipeline.model';

type Part = Pick<CommitStatusDocument, 'status' | 'coverage' | 'started_at' | 'finished_at'>;

/** Computes a pipeline's fields from its latest statuses. */
export function summarizeStatuses(statuses: readonly Part[]): PipelineSummary {
  const status = stateOf(statuses.map((part) => part.status));
  const isFinished = status === 'success' || status === 'failed' || status === 'canceled';
  const coverages = statuses.flatMap(({ coverage }) => coverage ?? []);
  return {
    status,
    started_at: minOrMaxDate(
      'min',
      statuses.map((part) => part.started_at),
    ),
    finished_at: isFinished
      ? minOrMaxDate(
          'max',
          statuses.map((part) => part.finished_at),
        )
      : null,
    coverage: coverages.length === 0 ? null : coverages.reduce((sum, value) => sum + value, 0) / coverages.length,
  };
}

/** A failure becomes visible only when nothing is pending or running any more. */
function stateOf(states: readonly string[]): PipelineState {
  const all = (...expected: string[]): boolean => states.every((state) => expected.includes(state));
  if (states.length === 0) return 'created';
  if (all('success')) return 'success';
  if (all('success', 'canceled')) return 'canceled';
  if (all('pending')) return 'pending';
  return states.includes('running') || states.includes('pending') ? 'running' : 'failed';
}

function minOrMaxDate(which: 'min' | 'max', dates: readonly (Date | null)[]): Date | null {
  const times = dates.flatMap((date) => date?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math[which](...times));
}
