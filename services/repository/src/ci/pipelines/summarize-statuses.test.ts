import { summarizeStatuses } from './summarize-statuses';

type Part = Parameters<typeof summarizeStatuses>[0][number];

const at = (second: number): Date => new Date(second * 1000);
const part = (status: Part['status'], fields: Partial<Part> = {}): Part => ({
  status,
  coverage: null,
  started_at: null,
  finished_at: null,
  ...fields,
});

describe('state of a pipeline', () => {
  it.each([
    [[], 'created'],
    [['success', 'success'], 'success'],
    [['success', 'canceled'], 'canceled'],
    [['pending', 'pending'], 'pending'],
    [['success', 'pending'], 'running'],
    [['failed', 'running'], 'running'],
    [['failed', 'pending'], 'running'],
    [['failed', 'success'], 'failed'],
    [['failed', 'canceled'], 'failed'],
  ] as [Part['status'][], string][])('%p is %s', (states, expected) => {
    expect(summarizeStatuses(states.map((state) => part(state))).status).toBe(expected);
  });

  it('starts with the first status and ends with the last', () => {
    const first = part('success', { started_at: at(1), finished_at: at(5), coverage: 50 });
    const second = part('failed', { started_at: at(2), finished_at: at(9), coverage: 25 });
    expect(summarizeStatuses([first, second])).toMatchObject({ started_at: at(1), finished_at: at(9), coverage: 37.5 });
    expect(summarizeStatuses([first, part('running')])).toMatchObject({
      started_at: at(1),
      finished_at: null,
      coverage: 50,
    });
  });
});
