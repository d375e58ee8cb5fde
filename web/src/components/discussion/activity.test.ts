import type { Discussion, LabelEvent } from '#api/types';
import { activityOf, labelChanges } from './activity';

const event = (id: number, seconds: number, name: string, action = 'add', user = 1): LabelEvent =>
  ({
    id,
    user: { id: user },
    created_at: new Date(seconds * 1000).toISOString(),
    label: { id, name },
    action,
  }) as unknown as LabelEvent;

describe('labelChanges', () => {
  it('groups what a user did at once', () => {
    const changes = labelChanges([
      event(1, 10, 'a'),
      event(2, 10.2, 'b', 'remove'),
      event(3, 20, 'c'),
      event(4, 20.1, 'd', 'add', 2),
    ]);
    expect(
      changes.map(({ added, removed }) => [added, removed].map((labels) => labels.map(({ name }) => name))),
    ).toEqual([
      [['a'], ['b']],
      [['c'], []],
      [['d'], []],
    ]);
  });

  it('leaves out deleted labels', () =>
    expect(labelChanges([{ ...event(1, 1, 'a'), label: null } as unknown as LabelEvent])).toEqual([]));
});

describe('activityOf', () => {
  it('orders discussions and changes of labels by time', () => {
    const discussion = (id: string, seconds: number): Discussion =>
      ({ id, notes: [{ created_at: new Date(seconds * 1000).toISOString() }] }) as unknown as Discussion;
    const activity = activityOf([discussion('x', 5), discussion('y', 15)], [event(1, 10, 'a')]);
    expect(activity.map((entry) => ('labels' in entry ? entry.labels.id : entry.discussion.id))).toEqual(['x', 1, 'y']);
  });
});
