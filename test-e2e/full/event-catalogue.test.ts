/**
 * Every event of the catalogue reaches every consumer that names it, and none of them fails: an
 * event that a consumer cannot handle would be retried for minutes and become a dead letter.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { jetstream, jetstreamManager, type JetStreamClient } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { createEventSigner, serverOptions, SIGNATURE_HEADER, streamOf } from '@forgemesh/events';
import { waitFor } from '@forgemesh/testing';
import { sampleEvents, type SampleEvent } from '../../scripts/test/mesh.cjs';
import { startMeshOnSharedDatabase, type SeparateMesh } from '../support/isolated-mesh';

/** Consumers handle more than a thousand events. */
const HANDLING_TIMEOUT_MS = 240_000;
/** Id that nothing has. */
const MISSING_ID = 900_000_001;
/** Id of the first object of each kind, which some objects of a new instance have. */
const FIRST_ID = 1;

let own: SeparateMesh;
let nats: NatsConnection;

beforeAll(async () => {
  // An event that fails becomes a dead letter at once.
  own = await startMeshOnSharedDatabase({ FORGE_EVENT_MAX_DELIVERIES: '1' });
  nats = await connect(serverOptions({ url: own.nats.server.url }));
  const project = { name: 'first', initialize_with_readme: true };
  expect((await own.root.post('/projects', project)).body).toMatchObject({ id: FIRST_ID });
  expect((await own.root.post(`/projects/${FIRST_ID}/issues`, { title: 'first' })).status).toBe(201);
});
afterAll(async () => {
  await nats?.close();
  await own?.stop();
});

/** Publishes an event as its service does. */
async function publish(stream: JetStreamClient, { type, service, data }: SampleEvent, id: number): Promise<void> {
  const event = {
    specversion: '1.0',
    id: randomUUID(),
    source: `/forgemesh/${service}`,
    type,
    datacontenttype: 'application/json',
    time: new Date().toISOString(),
    subject: String(id),
    actor: 1,
    correlationid: randomUUID(),
    clientaddress: '192.0.2.1',
    data,
  };
  const bytes = Buffer.from(JSON.stringify(event));
  const signed = headers();
  const keyFile = join(own.replicaContext.dataDir, 'keys', `${service}.pem`);
  signed.set(SIGNATURE_HEADER, createEventSigner(keyFile).sign(bytes));
  await stream.publish(type, bytes, { headers: signed });
}

/** Number of events that consumers have not handled, by consumer. */
async function pendingEvents(): Promise<Record<string, number>> {
  const manager = await jetstreamManager(nats);
  const pending: Record<string, number> = {};
  for await (const stream of manager.streams.list()) {
    for await (const { name, num_pending, num_ack_pending } of manager.consumers.list(stream.config.name))
      if (num_pending + num_ack_pending > 0) pending[name] = num_pending + num_ack_pending;
  }
  return pending;
}

interface DeadLetter {
  consumer: string;
  event_type: string;
  error: string;
}

async function failures(): Promise<string[]> {
  const { body } = await own.root.get('/admin/dead_letters?per_page=100');
  const letters = body as DeadLetter[];
  return letters.map(({ consumer, event_type, error }) => `${consumer} on ${event_type}: ${error.slice(0, 300)}`);
}

it.each([
  ['missing objects', MISSING_ID],
  ['existing objects', FIRST_ID],
])('events about %s fail in no consumer', async (_name, id) => {
  const stream = jetstream(nats);
  // A consumer that removes data refuses the deletion of an existing object: it sets it aside.
  const isHandled = ({ type }: SampleEvent): boolean => id === MISSING_ID || !type.endsWith('.deleted');
  const samples = sampleEvents(id).filter(isHandled);
  expect(new Set(samples.map(({ service }) => streamOf(service))).size).toBe(8);
  for (const sample of samples) await publish(stream, sample, id);
  await waitFor(pendingEvents, (pending) => Object.keys(pending).length === 0, { timeoutMs: HANDLING_TIMEOUT_MS });
  expect(await failures()).toEqual([]);
});

it('records changes of variables of the instance in the audit log', async () => {
  const key = 'AUDITED';
  const path = `/admin/ci/variables/${key}`;
  expect((await own.root.post('/admin/ci/variables', { key, value: 'first' })).status).toBe(201);
  expect((await own.root.put(path, { value: 'second' })).status).toBe(200);
  expect((await own.root.delete(path)).status).toBe(204);
  const ofInstance = '/audit_events?entity_type=Gitlab::Audit::InstanceScope&per_page=100';
  const actions = await waitFor(
    async () => {
      const { body } = await own.root.get(ofInstance);
      const events = body as { entity_id: number; details: Record<string, unknown> }[];
      return events.filter(({ details }) => details['target_details'] === key);
    },
    ({ length }) => length === 3,
  );
  expect(actions.map(({ details: { add, change, remove } }) => add ?? change ?? remove)).toEqual(
    Array(3).fill('variable'),
  );
  expect(actions.map(({ entity_id }) => entity_id)).toEqual([1, 1, 1]);
});
