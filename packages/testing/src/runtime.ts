/** For tests of packages and parts of services without a mesh: a database, the event bus, keys. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK } from 'jose';
import pino from 'pino';
import {
  type AnyConsumer,
  createEventSigner,
  type EventSigner,
  type EventEnvelope,
  type EventReader,
  createEventBus,
  openEventConnection,
  type EventBus,
  startConsumers,
  type SubscriptionRuntime,
} from '@forgemesh/events';
import { type Logger, createMetrics } from '@forgemesh/telemetry';
import { connectDatabase, createSequences, ensureIndexes, Outbox } from '@forgemesh/data';
import { waitFor, mesh } from './index';
import { readVariable } from './config';

export { readVariable };

/** A logger without output. */
export const silentLog: Logger = pino({ level: 'silent' });

/** Creates an empty database on the engine of the test run; `close` drops it. */
export async function openTestDatabase(prefix = 'unit') {
  const database = `${prefix}_${randomBytes(5).toString('hex')}`;
  const metrics = createMetrics(database);
  const uri = readVariable('FORGE_TEST_MONGODB_URI');
  const connection = await waitFor(() => connectDatabase({ uri, database, metrics }), Boolean);
  return {
    database,
    connection,
    metrics,
    sequences: createSequences(connection),
    ensureIndexes: () => ensureIndexes(connection),
    async close() {
      await connection.dropDatabase();
      await connection.close();
    },
  };
}

type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>;

/**
 * Opens a database again with its own models and sequences: without the time that a new database
 * takes. `close` leaves it empty.
 */
export function reopenTestDatabase(database: TestDatabase): TestDatabase {
  const connection = database.connection.useDb(database.database, { useCache: false });
  let hasIndexes = false;
  return {
    ...database,
    connection,
    sequences: createSequences(connection),
    async ensureIndexes() {
      hasIndexes = true;
      await ensureIndexes(connection);
    },
    async close() {
      const collections = await connection.listCollections();
      const clear = ({ name }: { name: string }) =>
        hasIndexes ? connection.dropCollection(name) : connection.collection(name).deleteMany({});
      await Promise.all(collections.map(clear));
    },
  };
}

/**
 * Connects to the NATS of the test run as a service with a unique name, so that it has its own
 * stream.
 */
export function openTestBus(url = readVariable('FORGE_TEST_NATS_URL')): { service: string; bus: EventBus } {
  const service = `unit${randomBytes(5).toString('hex')}`;
  const metrics = createMetrics(service);
  const connection = openEventConnection({ url, name: service, log: silentLog });
  const bus = createEventBus({ service, on: connection, signer: testEventSigner, log: silentLog, metrics });
  const close = async (): Promise<void> => {
    await bus.close();
    await connection.close();
  };
  return { service, bus: { ...bus, close } };
}

/**
 * Signs events of the services of the mesh with their keys; those of test services are accepted
 * anyway.
 */
export const testEventSigner: EventSigner = {
  sign(data) {
    const { type } = JSON.parse(Buffer.from(data).toString('utf8')) as { type: string };
    const [owner = ''] = type.split('.');
    if (owner.startsWith('unit')) return 'test';
    return createEventSigner(join(mesh().dataDir, 'keys', `${owner}.pem`)).sign(data);
  },
};

/** Reads every event, signed or not. */
export const trustingReader: EventReader = {
  read: ({ data }) => JSON.parse(Buffer.from(data).toString()) as EventEnvelope,
};

/** Interval at which the deferred events of test consumers are resumed. */
const RESUME_MS = 100;

/** The parts of a runtime of consumers that a test chooses; the others suit every test. */
export type TestConsumers<Deps> = Partial<SubscriptionRuntime<Deps>> &
  Pick<SubscriptionRuntime<Deps>, 'bus' | 'deps' | 'deferred'>;

/** Starts consumers as a service does; returns a function that stops them. */
export function startTestConsumers<Deps>(
  service: string,
  consumers: readonly AnyConsumer<Deps>[],
  options: TestConsumers<Deps>,
): () => Promise<void> {
  const running = startConsumers(service, consumers, {
    log: silentLog,
    metrics: createMetrics(service),
    reader: trustingReader,
    maxDeliveries: 7,
    ackWaitMs: 60_000,
    deadLetter: async () => undefined,
    scope: (_event, work) => work(),
    ...options,
  });
  let resuming: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => (resuming = resuming.then(() => running.resumeDeferred())), RESUME_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all([running.stop(), resuming]);
  };
}

/** Creates a bus and an outbox that connects it with a database, by default a new one. */
export async function openTestOutbox({
  natsUrl,
  limit = 1000,
  database: given,
}: { natsUrl?: string; limit?: number; database?: TestDatabase } = {}) {
  const database = given ?? (await openTestDatabase());
  const { service, bus } = openTestBus(natsUrl);
  const outbox = new Outbox({ ...database, bus, service, log: silentLog, limit });
  return {
    ...database,
    service,
    bus,
    outbox,
    async close() {
      await outbox.close();
      await bus.close();
      await database.close();
    },
  };
}

/** Creates key files for some processes, like the start script. */
export async function makeTestKeys(
  ...processes: string[]
): Promise<{ signingKey: (process: string) => string; trustedKeys: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'forge-keys-'));
  const keys = [];
  for (const name of processes) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(join(folder, `${name}.pem`), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    keys.push({ ...(await exportJWK(publicKey)), kid: name, alg: 'EdDSA' });
  }
  const trustedKeys = join(folder, 'trusted.json');
  writeFileSync(trustedKeys, JSON.stringify({ keys }));
  return { signingKey: (name) => join(folder, `${name}.pem`), trustedKeys };
}
