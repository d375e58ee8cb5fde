import type { ForgeEvent } from '@forgemesh/events';
import { LRUCache } from 'lru-cache';
import { recordIssueChange } from '#items/issues/changes/change-issue';
import { onIssueChanged } from './on-issue-changed';
import { removeRelatedData } from '#consumers/deletions/remove-related-data';
import type { DeletionsDeps } from '#consumers/deletions/deps';
import type { IssueChangesDeps } from '#items/issues/deps';

jest.mock('#items/issues/changes/change-issue', () => ({ recordIssueChange: jest.fn() }));
jest.mock('#consumers/deletions/remove-related-data', () => ({ removeRelatedData: jest.fn() }));

type IssueEvent = ForgeEvent<'collaboration.issue.created' | 'collaboration.issue.updated'>;

const eventOf = (id: number, verb: 'created' | 'updated' = 'updated'): IssueEvent =>
  ({
    id: `event-${id}`,
    type: `collaboration.issue.${verb}`,
    subject: String(id),
    actor: 7,
    time: new Date().toISOString(),
    data: { entity: { project_id: 1 }, changes: {} },
  }) as unknown as IssueEvent;

/** Handles the events while the issues with these ids exist. */
async function handleAll(events: IssueEvent[], existing: number[], recorded: Record<string, boolean> = {}) {
  const find = jest.fn(({ _id: { $in: ids } }: { _id: { $in: number[] } }) => ({
    lean: () => Promise.resolve(ids.filter((id) => existing.includes(id)).map((_id) => ({ _id }))),
  }));
  const known = new LRUCache<string, Promise<boolean>>({ max: 10 });
  for (const [id, isRecorded] of Object.entries(recorded)) known.set(id, Promise.resolve(isRecorded));
  const deps = { items: { issues: { model: { find } } }, history: { recorded: known } } as unknown as IssueChangesDeps &
    DeletionsDeps;
  if (!('handleAll' in onIssueChanged)) throw new Error('the consumer handles events together');
  await onIssueChanged.handleAll(events, deps);
  return find;
}

describe('the consumer of changed issues', () => {
  beforeEach(() => jest.clearAllMocks());

  it('records a change whose request did not: it may have crashed, or run in another process', async () => {
    await handleAll([eventOf(1), eventOf(2)], [1, 2], { 'event-2': false });
    expect(jest.mocked(recordIssueChange).mock.calls.map(([, issue]) => issue._id)).toEqual([1, 2]);
    expect(removeRelatedData).not.toHaveBeenCalled();
  });

  it('does not record a change again that a request of this process has recorded', async () => {
    const find = await handleAll([eventOf(1), eventOf(2)], [1, 2], { 'event-1': true, 'event-2': true });
    expect(recordIssueChange).not.toHaveBeenCalled();
    expect(find).toHaveBeenCalledTimes(1);
  });

  it('removes the records of an issue that was deleted while its request wrote them', async () => {
    await handleAll([eventOf(1), eventOf(2)], [1], { 'event-1': true, 'event-2': true });
    expect(jest.mocked(removeRelatedData).mock.calls.map(([, type, id]) => [type, id])).toEqual([['Issue', 2]]);
  });

  it('records nothing for an issue that no longer exists, nor for a new one without labels', async () => {
    await handleAll([eventOf(1), eventOf(2, 'created')], [2]);
    expect(recordIssueChange).not.toHaveBeenCalled();
    expect(removeRelatedData).not.toHaveBeenCalled();
  });
});
