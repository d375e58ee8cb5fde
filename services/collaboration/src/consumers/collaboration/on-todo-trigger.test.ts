import type { ForgeEvent } from '@forgemesh/events';
import { onTodoTrigger } from './on-todo-trigger';
import type { MergeRequestChangesDeps } from '#items/merge-requests';
import type { TodosDeps } from '#notifications/todos';

type NoteEvent = ForgeEvent<'collaboration.note.created'>;

const noteOn = (issue: number, { body = 'a text', system = false, actor = 7, second = 0 } = {}): NoteEvent =>
  ({
    id: `event-${issue}`,
    type: 'collaboration.note.created',
    subject: '1',
    actor,
    time: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
    data: { entity: { body, system, noteable_type: 'Issue', noteable_id: issue }, changes: {} },
  }) as unknown as NoteEvent;

interface Update {
  updateMany: { filter: { target_id: number; user_id: number; created_at: { $lt: Date } } };
}

describe('the consumer of events that todos follow from', () => {
  const steps: string[] = [];
  const bulkWrite = jest.fn((updates: Update[]) => {
    steps.push(`resolves ${updates.map(({ updateMany }) => updateMany.filter.target_id).join()}`);
    return Promise.resolve();
  });
  const find = jest.fn((id: number) => {
    steps.push(`reads ${id}`);
    return Promise.resolve(null);
  });
  const deps = { todos: { model: { bulkWrite } }, notes: { find } } as unknown as MergeRequestChangesDeps & TodosDeps;
  const handleAll = async (events: NoteEvent[]): Promise<void> => {
    if (!('handleAll' in onTodoTrigger)) throw new Error('the consumer handles events together');
    await onTodoTrigger.handleAll(events, deps);
  };
  beforeEach(() => {
    jest.clearAllMocks();
    steps.length = 0;
  });

  it('resolves the todos of those who wrote notes in one command, and reads nothing', async () => {
    await handleAll([noteOn(1), noteOn(2), noteOn(3)]);
    expect(steps).toEqual(['resolves 1,2,3']);
  });

  it('resolves the todos of a user about an issue once, up to the last of their notes', async () => {
    await handleAll([noteOn(1, { second: 1 }), noteOn(1, { second: 3 }), noteOn(1, { second: 2 })]);
    const [updates] = bulkWrite.mock.calls[0] ?? [];
    expect(updates?.map(({ updateMany }) => updateMany.filter)).toMatchObject([
      { user_id: 7, target_id: 1, created_at: { $lt: new Date(Date.UTC(2026, 0, 1, 0, 0, 3)) } },
    ]);
  });

  it('keeps the order around a note that mentions a user', async () => {
    await handleAll([noteOn(1), noteOn(2, { body: 'Hello @someone' }), noteOn(3)]);
    expect(steps).toEqual(['resolves 1', 'reads 1', 'resolves 3']);
  });

  it('runs no command for system notes', async () => {
    await handleAll([noteOn(1, { system: true })]);
    expect(steps).toEqual([]);
  });
});
