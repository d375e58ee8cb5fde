/**
 * Two processes deliver what hooks tell: each delivery once, in order, and none lost where one dies
 * in the middle.
 */
import { connectDatabase } from '@forgemesh/data';
import { createMetrics } from '@forgemesh/telemetry';
import { waitFor, RECEIVER_HOST, startReceiver, unique, type Receiver } from '@forgemesh/testing';
import { startReplica, type Member } from '../tools/test/mesh.cjs';
import { startOwnMesh, type OwnMesh } from './support/own-mesh';

/** What tells a delivery from others. */
const keyOf = (headers: Record<string, unknown>): unknown => headers['idempotency-key'];

/** Longest time until the end of a process is seen at the other end of its connections (ms). */
const CUT_MS = 2_000;

describe('hooks that two processes serve', () => {
  let own: OwnMesh;
  let replica: Member;
  let receiver: Receiver;
  let path: string;

  beforeAll(async () => {
    own = await startOwnMesh();
    replica = await startReplica({ service: 'projects', label: 'projects-2', mesh: own.surroundings });
    await own.root.put('/application/settings', { outbound_local_requests_whitelist: [RECEIVER_HOST] });
    receiver = await startReceiver();
    const { body: project } = await own.root.post('/projects', { name: unique('hooked') });
    path = `/projects/${project.id}`;
    await waitFor(
      () => own.root.post(`${path}/hooks`, { url: receiver.url, push_events: false, issues_events: true }),
      ({ status }) => status === 201,
    );
  });
  afterAll(async () => {
    await receiver?.close();
    await replica?.stop();
    await own?.stop();
  });

  const open = async (title: string): Promise<string> =>
    `${path}/issues/${(await own.root.post(`${path}/issues`, { title })).body.iid}`;

  /** What the receiver was told of some titles, in its order. */
  const told = (titles: readonly string[], received = receiver.received): string[] =>
    received.map(({ body }) => body.object_attributes.title as string).filter((title) => titles.includes(title));

  /** The same without deliveries that came again, as those do that are answered late. */
  const toldOnce = (titles: readonly string[]): string[] => {
    const keys = receiver.received.map(({ headers }) => keyOf(headers));
    return told(
      titles,
      receiver.received.filter((_one, at) => keys.indexOf(keys[at]) === at),
    );
  };

  it('tell of each event once, and of one issue in order', async () => {
    const names = Array.from({ length: 8 }, () => unique('issue'));
    const titles = await Promise.all(
      names.map(async (name) => {
        const issue = await open(name);
        const all = [name, `${name} again`, `${name} at last`];
        for (const title of all.slice(1)) expect((await own.root.put(issue, { title })).status).toBe(200);
        return all;
      }),
    );
    await waitFor(
      () => Promise.resolve(toldOnce(titles.flat()).length),
      (count) => count >= titles.flat().length,
    );
    for (const all of titles) expect(toldOnce(all)).toEqual(all);
    const { body: hooks } = await own.root.get(`${path}/hooks`);
    const log = await waitFor(
      () => own.root.get(`${path}/hooks/${hooks[0].id}/events?per_page=100`),
      ({ body }) => body.every(({ state }: { state: string }) => state === 'delivered'),
    );
    expect(log.body).toHaveLength(titles.flat().length);
    // Each try arrived.
    const tries = log.body.reduce((sum: number, one: { tries: number }) => sum + one.tries, 0);
    expect(told(titles.flat())).toHaveLength(tries);
  });

  it('lose nothing where the one that is sending dies', async () => {
    const [first, second, other] = [unique('first'), unique('second'), unique('other')];
    receiver.answer('hang');
    const issue = await open(first);
    await waitFor(
      () => Promise.resolve(told([first]).length),
      (count) => count === 1,
    );
    expect((await own.root.put(issue, { title: second })).status).toBe(200);
    await replica.kill();
    // Where it was not the one, the other one is; then the first comes back.
    if (!(await isCut())) {
      await Promise.all([own.mesh.processes['projects']?.kill(), replica.restart()]);
      await waitFor(
        () => Promise.resolve(receiver.waiting()),
        (count) => count === 0,
      );
    }
    receiver.answer(200);
    await open(other);
    await endLeases();
    await waitFor(
      () => Promise.resolve(told([first, second, other])),
      (all) => all.includes(second) && all.includes(other),
    );
    expect([...new Set(told([first, second]))]).toEqual([first, second]);
    expect(told([first]).length).toBeGreaterThan(1);
    const keys = receiver.received
      .filter(({ body }) => body.object_attributes.title === first)
      .map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  /** Whether the request that waits is given up by a process that is gone. */
  async function isCut(): Promise<boolean> {
    const until = Date.now() + CUT_MS;
    while (receiver.waiting() > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
    return receiver.waiting() === 0;
  }

  /** As if the time of the leases of the dead were over. */
  async function endLeases(): Promise<void> {
    const { mongodbUri: uri, databasePrefix } = own.surroundings;
    const metrics = createMetrics('hook-replicas-test');
    const connection = await connectDatabase({ uri, database: `${databasePrefix}_projects`, metrics });
    await connection
      .collection('leases')
      .updateMany({ _id: /^projects-hook-/ as never }, { $set: { until: new Date(0) } });
    await connection.close();
  }
});
