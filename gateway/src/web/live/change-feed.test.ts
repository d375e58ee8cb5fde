import type { EventBus } from '@forgemesh/events';
import { silentLog } from '@forgemesh/testing/runtime';
import { createChangeFeed } from './change-feed';
import { topicSubjects, type Change } from './topics';

type Callback = (error: Error | null, message: { json: () => unknown }) => void;

/** An event bus whose subscriptions are recorded. */
function fakeBus() {
  const subscribed = new Map<string, Callback>();
  const state = { isConnected: true, refused: false };
  const connection = {
    subscribe(subject: string, { callback }: { callback: Callback }) {
      if (state.refused) callback(new Error('permissions violation'), { json: () => undefined });
      else subscribed.set(subject, callback);
      return { unsubscribe: () => void subscribed.delete(subject) };
    },
    flush: () => Promise.resolve(),
  };
  const bus = { connection: () => (state.isConnected ? connection : undefined) } as unknown as EventBus;
  const send = (subject: string, event: unknown): void => subscribed.get(subject)?.(null, { json: () => event });
  return { bus, state, subscribed, send };
}

const issue = { type: 'collaboration.issue.updated', data: { entity: { project_id: 1, iid: 2, confidential: false } } };

describe('createChangeFeed', () => {
  it('receives events while somebody listens, and tells those who listen to the topic', async () => {
    const { bus, subscribed, send } = fakeBus();
    const feed = createChangeFeed(bus, silentLog);
    const [first, second]: Change[][] = [[], []];
    const stopFirst = feed.listen(['projects/1/issues/2'], (change) => first?.push(change));
    const stopSecond = feed.listen(['projects/2/issues'], (change) => second?.push(change));
    await feed.ready();
    expect([...subscribed.keys()]).toEqual(topicSubjects);
    send('collaboration.issue.*', issue);
    expect([first, second]).toEqual([[{ topic: 'projects/1/issues/2', isConfidential: false }], []]);
    stopFirst();
    send('collaboration.issue.*', issue);
    expect(first).toHaveLength(1);
    stopSecond();
    expect(subscribed.size).toBe(0);
  });

  it('ignores events that it does not understand', async () => {
    const { bus, send } = fakeBus();
    const feed = createChangeFeed(bus, silentLog);
    const seen: Change[] = [];
    feed.listen(['projects/1/issues'], (change) => seen.push(change));
    await feed.ready();
    for (const event of [null, 1, {}, { type: 'collaboration.issue.updated' }]) send('collaboration.issue.*', event);
    send('collaboration.issue.*', issue);
    expect(seen).toHaveLength(1);
  });

  it('is not ready without a connection or a permission, and tries again later', async () => {
    const { bus, state } = fakeBus();
    const feed = createChangeFeed(bus, silentLog);
    feed.listen(['projects/1/issues'], () => undefined);
    state.isConnected = false;
    await expect(feed.ready()).rejects.toThrow('unavailable');
    state.isConnected = true;
    state.refused = true;
    await expect(feed.ready()).rejects.toThrow('permissions violation');
    state.refused = false;
    await feed.ready();
  });
});
