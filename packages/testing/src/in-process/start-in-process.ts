/** Runs one service in the process of the suite, on the database and NATS of the test run. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { createDatabaseClients } from '@forgemesh/data';
import {
  createEventConnections,
  createEventReaders,
  type EventType,
  type ForgeEvent,
  subscriptionsOf,
} from '@forgemesh/events';
import { LocalServices, type ServiceClient } from '@forgemesh/rpc';
import type { ProcessPart, ProcessRuntime, Service, ServiceConfig } from '@forgemesh/service';
import { waitFor } from '../index';
import { makeTestKeys, openTestDatabase, readVariable, silentLog } from '../runtime';
import { Clients, type TestCaller } from './callers';
import { type NewTestEvent, SiblingEvents } from './sibling-events';
import { processNames, Siblings } from './siblings';
import type { RpcStub } from './rpc-stub';

/** Options of a service in the process of a suite. */
export interface InProcessOptions {
  /** The RPCs of other services that respond; a call of any other RPC fails the test. */
  siblings: readonly RpcStub[];
  /** Environment variables in addition to those that every service needs. */
  environment?: Record<string, string>;
}

/** A service in the process of a suite. Usable in its hooks and tests. */
export interface InProcessService {
  /** The database of the service. */
  connection(): Connection;
  /** A client that calls operations on behalf of a user, as the gateway does. */
  as<Definition extends object>(caller: TestCaller, definition: Definition): ServiceClient<Definition>;
  /** A client that calls RPCs as another service does in its background work. */
  asService<Definition extends object>(issuer: string, definition: Definition): ServiceClient<Definition>;
  /** Publishes an event of another service. */
  publish<Type extends EventType>(type: Type, event: NewTestEvent<Type>): Promise<void>;
  /** Waits for an event that the service publishes. */
  published<Type extends EventType>(
    type: Type,
    matches: (event: ForgeEvent<Type>) => boolean,
  ): Promise<ForgeEvent<Type>>;
  /** Resolves when the service has handled all published events. */
  eventsHandled(): Promise<void>;
}

/**
 * Starts a service before the tests of the enclosing block, and stops it after them: its database
 * and its events are deleted. A test fails if the service calls an RPC without a stub.
 */
export function startInProcess<Config extends ServiceConfig, Deps>(
  service: Service<Config, Deps> & ProcessPart,
  options: InProcessOptions,
): InProcessService {
  let started: Running | undefined;
  beforeAll(async () => {
    started = await measureStart(() => start(service, options));
  });
  afterEach(() => started?.siblings.assertExpectedCalls());
  afterAll(() => started?.stop());
  const running = (): Running => {
    if (!started) throw new Error(`${service.name} has not started`);
    return started;
  };
  return {
    connection: () => running().connection,
    as: (caller, definition) => running().clients.ofUser(definition, caller),
    asService: (issuer, definition) => running().clients.ofService(definition, issuer),
    publish: (type, event) => running().events.publish(type, event),
    published: (type, matches) => running().events.published(type, matches),
    eventsHandled: () => running().eventsHandled(),
  };
}

interface Running {
  connection: Connection;
  clients: Clients;
  events: SiblingEvents;
  siblings: Siblings;
  eventsHandled(): Promise<void>;
  stop(): Promise<void>;
}

async function start<Config extends ServiceConfig, Deps>(
  service: Service<Config, Deps> & ProcessPart,
  { siblings: stubs, environment: extra = {} }: InProcessOptions,
): Promise<Running> {
  const { name } = service;
  const names = processNames();
  const natsUrl = natsUrlOfWorker();
  // Released in the opposite order, also if the service does not start.
  const releases: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const release of releases.splice(0).reverse()) await release();
  };
  try {
    const keys = await makeTestKeys(...names);
    const folder = await mkdtemp(join(tmpdir(), 'forge-in-process-'));
    releases.push(() => rm(folder, { recursive: true, force: true }));
    const { connection, database, close } = await openTestDatabase(name);
    releases.push(close);
    const events = new SiblingEvents(natsUrl, name, keys.signingKey);
    releases.push(() => events.close());
    // Those of a suite that was interrupted.
    await events.deleteStreams();
    releases.push(() => events.deleteStreams());
    const environment = {
      FORGE_SERVICE: name,
      // Required, but used only by services that serve HTTP.
      FORGE_HTTP_PORT: String(await findPort()),
      FORGE_DATA_DIR: folder,
      FORGE_LOG_LEVEL: 'error',
      FORGE_SIGNING_KEY: keys.signingKey(name),
      FORGE_TRUSTED_KEYS: keys.trustedKeys,
      FORGE_ADDRESSES: JSON.stringify(Object.fromEntries(names.map((each) => [each, 'local']))),
      FORGE_EXTERNAL_URL: 'http://forge.example.com',
      FORGE_SECRET: 'secret-of-the-suite',
      MONGODB_URI: readVariable('FORGE_TEST_MONGODB_URI'),
      FORGE_MONGODB_DATABASE: database,
      NATS_URL: natsUrl,
      ...extra,
    };
    const siblings = new Siblings(stubs);
    const local = new LocalServices();
    for (const sibling of names.filter((each) => each !== name)) {
      local.declare(sibling);
      local.set(sibling, siblings.server(sibling));
    }
    const runtime: ProcessRuntime = {
      environmentOf: () => environment,
      eventUserOf: () => name,
      isShared: true,
      local,
      relays: new Map(),
      databases: createDatabaseClients(),
      events: createEventConnections(silentLog),
      eventReaders: createEventReaders(),
    };
    releases.push(
      () => runtime.databases.close(),
      () => runtime.events.close(),
    );
    const part = await service.start(runtime);
    releases.push(() => part.stop());
    const consumers = service.consumers?.(service.readConfig(environment)) ?? [];
    const subscriptions = subscriptionsOf(name, consumers);
    await events.waitForSubscriptions(subscriptions);
    const clients = new Clients(name, local, keys.signingKey);
    releases.push(async () => clients.close());
    return {
      connection,
      clients,
      events,
      siblings,
      async eventsHandled() {
        await events.waitUntilDelivered(subscriptions);
        const deferred = connection.collection('deferred_events');
        await waitFor(
          () => deferred.countDocuments(),
          (count) => count === 0,
        );
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The NATS of this jest worker: streams are named after services, so suites cannot share one. */
function natsUrlOfWorker(): string {
  const urls = JSON.parse(readVariable('FORGE_TEST_IN_PROCESS_NATS_URLS')) as string[];
  const url = urls[Number(readVariable('JEST_WORKER_ID')) - 1];
  if (url === undefined) throw new Error('no NATS runs for this jest worker');
  return url;
}

/** Returns a port on which nothing listens. */
function findPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Counts the start in the summary of the test run. */
function measureStart<T>(work: () => Promise<T>): Promise<T> {
  type Measure = (name: 'starting', work: () => Promise<T>) => Promise<T>;
  const { forgeMeasure } = globalThis as { forgeMeasure?: Measure };
  return forgeMeasure ? forgeMeasure('starting', work) : work();
}
