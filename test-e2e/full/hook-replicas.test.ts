/**
 * Two processes deliver webhooks: each delivery once and in order, and none is lost if one process
 * dies during a delivery.
 */
import { connectDatabase } from '@forgemesh/data';
import { createMetrics } from '@forgemesh/telemetry';
import { waitFor, RECEIVER_HOST, startReceiver, unique, createProject, type Receiver } from '@forgemesh/testing';
import { startReplica, type ManagedProcess } from '../../scripts/test/mesh.cjs';
import { startMeshOnSharedDatabase, type SeparateMesh } from '../support/isolated-mesh';

/** The key that identifies a delivery. */
const keyOf = (headers: Record<string, unknown>): unknown => headers['idempotency-key'];

/** Maximum time until the receiver detects the end of a process (ms). */
const DISCONNECT_TIMEOUT_MS = 2_000;

describe('hooks delivered by two processes', () => {
  let own: SeparateMesh;
  let replica: ManagedProcess;
  let receiver: Receiver;
  let path: string;

  beforeAll(async () => {
    own = await startMeshOnSharedDatabase({}, 'separate');
    replica = await startReplica({ service: 'deliveries', label: 'deliveries-2', mesh: own.replicaContext });
    await own.root.put('/application/settings', { outbound_local_requests_whitelist: [RECEIVER_HOST] });
    receiver = await startReceiver();
    const project = await createProject(own.root);
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

  /** The titles in the received deliveries, in order. */
  const deliveredTitles = (titles: readonly string[], received = receiver.received): string[] =>
    received.map(({ body }) => body.object_attributes.title as string).filter((title) => titles.includes(title));

  /** Without repeated deliveries, which follow late responses. */
  const deliveredTitlesOnce = (titles: readonly string[]): string[] => {
    const keys = receiver.received.map(({ headers }) => keyOf(headers));
    return deliveredTitles(
      titles,
      receiver.received.filter((_one, at) => keys.indexOf(keys[at]) === at),
    );
  };

  it('deliver each event once, and those of one issue in order', async () => {
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
      () => Promise.resolve(deliveredTitlesOnce(titles.flat()).length),
      (count) => count >= titles.flat().length,
    );
    for (const all of titles) expect(deliveredTitlesOnce(all)).toEqual(all);
    const { body: hooks } = await own.root.get(`${path}/hooks`);
    const log = await waitFor(
      () => own.root.get(`${path}/hooks/${hooks[0].id}/events?per_page=100`),
      ({ body }) => body.every(({ state }: { state: string }) => state === 'delivered'),
    );
    expect(log.body).toHaveLength(titles.flat().length);
    // Each attempt arrived.
    const tries = log.body.reduce((sum: number, one: { tries: number }) => sum + one.tries, 0);
    expect(deliveredTitles(titles.flat())).toHaveLength(tries);
  });

  it('lose nothing if the sending process is killed', async () => {
    const [first, second, other] = [unique('first'), unique('second'), unique('other')];
    receiver.respondWith('hang');
    const issue = await open(first);
    await waitFor(
      () => Promise.resolve(deliveredTitles([first]).length),
      (count) => count === 1,
    );
    expect((await own.root.put(issue, { title: second })).status).toBe(200);
    await replica.kill();
    // If this process did not send the delivery, the other one did; the first is restarted.
    if (!(await isCut())) {
      await Promise.all([own.mesh.processes['deliveries']?.kill(), replica.restart()]);
      await waitFor(
        () => Promise.resolve(receiver.waiting()),
        (count) => count === 0,
      );
    }
    receiver.respondWith(200);
    await open(other);
    await endLeases();
    await waitFor(
      () => Promise.resolve(deliveredTitles([first, second, other])),
      (all) => all.includes(second) && all.includes(other),
    );
    expect([...new Set(deliveredTitles([first, second]))]).toEqual([first, second]);
    expect(deliveredTitles([first]).length).toBeGreaterThan(1);
    const keys = receiver.received
      .filter(({ body }) => body.object_attributes.title === first)
      .map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  /** Whether the pending request was closed because its process died. */
  async function isCut(): Promise<boolean> {
    const until = Date.now() + DISCONNECT_TIMEOUT_MS;
    while (receiver.waiting() > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
    return receiver.waiting() === 0;
  }

  /** Expires the leases of the dead process. */
  async function endLeases(): Promise<void> {
    const { mongodbUri: uri, databasePrefix } = own.replicaContext;
    const metrics = createMetrics('hook-replicas-test');
    const connection = await connectDatabase({ uri, database: `${databasePrefix}_deliveries`, metrics });
    await connection
      .collection('leases')
      .updateMany({ _id: /^deliveries-webhook-/ as never }, { $set: { until: new Date(0) } });
    await connection.close();
  }
});
