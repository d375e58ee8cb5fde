import type { CommitStatusState } from '#ci/pipelines/commit-status.model';
import { applyTransition } from './status-transitions';

const none = { started_at: null, finished_at: null };
const now = new Date(1000);

describe('transitions of a commit status', () => {
  it.each([
    ['created', 'pending'],
    ['created', 'running'],
    ['created', 'success'],
    ['pending', 'running'],
    ['pending', 'failed'],
    ['running', 'canceled'],
    ['running', 'success'],
  ] as [CommitStatusState | 'created', CommitStatusState][])('goes from %s to %s', (from, to) => {
    expect(applyTransition(from, to, none, now)).toEqual({
      started_at: to === 'running' ? now : null,
      finished_at: ['success', 'failed', 'canceled'].includes(to) ? now : null,
    });
  });

  it.each([
    ['pending', 'pending', 'enqueue'],
    ['running', 'pending', 'enqueue'],
    ['running', 'running', 'run'],
    ['success', 'failed', 'drop'],
    ['failed', 'success', 'success'],
    ['success', 'canceled', 'cancel'],
  ] as [CommitStatusState, CommitStatusState, string][])('does not go from %s to %s', (from, to, event) => {
    expect(() => applyTransition(from, to, none, now)).toThrow(
      `Cannot transition status via :${event} from :${from} (Reason(s): Status cannot transition via "${event}")`,
    );
  });

  it('keeps its start time', () => {
    const started = { started_at: new Date(5), finished_at: null };
    expect(applyTransition('running', 'success', started, now)).toEqual({ started_at: new Date(5), finished_at: now });
  });
});
