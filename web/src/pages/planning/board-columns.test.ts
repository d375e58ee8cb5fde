import type { Board, Issue } from '#api/types';
import { changeFor, columnQuery, columnsOf, adjacentAt, withChange, withIssueAt } from './board-columns';

const labelled = (name: string, position: number) => ({
  id: position + 1,
  label: { id: position, name },
  position,
  max_issue_count: 0,
});
const board = {
  labels: [{ name: 'team' }],
  milestone: { title: 'First' },
  assignee: null,
  weight: null,
  lists: [labelled('doing', 0), labelled('review', 1)],
} as unknown as Board;
const columns = columnsOf(board);
const [open, doing, , closed] = columns as [(typeof columns)[0], (typeof columns)[0], unknown, (typeof columns)[0]];
const issue = (id: number, labels: string[] = [], state = 'opened') => ({ id, labels, state }) as unknown as Issue;
const filters = (values: Record<string, string[]>) => ({
  get: (name: string) => values[name]?.[0],
  all: (name: string) => values[name] ?? [],
});

describe('the issues of a column', () => {
  it('have its label, and what the board and the filters ask for', () => {
    expect(columnQuery(board, doing, columns, filters({ labels: ['bug'], milestone: ['Second'] }))).toEqual({
      'labels[]': ['team', 'bug', 'doing'],
      milestone: 'Second',
      state: 'opened',
    });
  });

  it('have none of the labels of other columns in the first one', () => {
    expect(columnQuery(board, open, columns, filters({ 'not[labels]': ['old'] }))).toEqual({
      'labels[]': ['team'],
      milestone: 'First',
      'not[labels]': 'old,doing,review',
      state: 'opened',
    });
  });
});

describe('an issue that moves', () => {
  it.each([
    ['into a list', issue(1, ['review']), doing, { remove_labels: ['review'], add_labels: ['doing'] }],
    ['within a list', issue(1, ['doing']), doing, undefined],
    ['to the open ones', issue(1, ['doing'], 'closed'), open, { remove_labels: ['doing'], state_event: 'reopen' }],
    ['to the closed ones', issue(1, ['doing']), closed, { state_event: 'close' }],
  ])('%s', (_name, moved, column, change) => expect(changeFor(moved, column, columns)).toEqual(change));

  it('has the labels and the state of its column', () => {
    const moved = issue(1, ['team', 'review'], 'closed');
    expect(withChange(moved, changeFor(moved, doing, columns))).toEqual(issue(1, ['team', 'doing']));
    expect(withChange(moved, undefined)).toEqual(moved);
  });

  it('comes between others', () => {
    const issues = [issue(1), issue(2), issue(3)];
    const moved = issue(2);
    expect(adjacentAt(issues, moved, 0)).toEqual({ move_after_id: 1 });
    expect(adjacentAt(issues, moved, 1)).toEqual({ move_before_id: 1, move_after_id: 3 });
    expect(adjacentAt(issues, moved, 2)).toEqual({ move_before_id: 3 });
    expect(adjacentAt([moved], moved, 0)).toBeUndefined();
    expect(withIssueAt(issues, moved, 2).map(({ id }) => id)).toEqual([1, 3, 2]);
  });
});
