/** Separate meshes for tests that break things. */
import { api, mesh as sharedMesh, unique, type ApiClient } from '@forgemesh/testing';
import {
  freePorts,
  startMesh,
  startNats,
  startStorage,
  type Mesh,
  type Nats,
  type startReplica,
  type Storage,
} from '../../scripts/test/mesh.cjs';
import { temporaryFolder } from './git';

/** A separate mesh, whose datastores can be stopped and restarted at the same address. */
export interface SeparateMesh {
  mesh: Mesh;
  /** Connection data for an additional replica. */
  replicaContext: Parameters<typeof startReplica>[0]['mesh'];
  root: ApiClient;
  nats: Datastore<Nats>;
  stop(): Promise<void>;
}

/** A separate mesh whose database can be stopped too. Its data is durable. */
export interface IsolatedMesh extends SeparateMesh {
  storage: Datastore<Storage>;
}

/** A datastore that can be stopped. */
export interface Datastore<T> {
  server: T;
  /** Stops it immediately. */
  stop(): Promise<void>;
  restart(): Promise<void>;
}

async function startDatastore<T extends { stop(): Promise<void> }>(start: () => Promise<T>): Promise<Datastore<T>> {
  const datastore = {
    server: await start(),
    stop: () => datastore.server.stop(),
    async restart() {
      datastore.server = await start();
    },
  };
  return datastore;
}

/** A short redelivery timeout, so that interrupted work resumes soon. */
export const FORGE_EVENT_ACK_WAIT_SECONDS = '12';

/**
 * Starts an instance, with additional environment variables, and NATS in a separate folder, on the
 * database of the test run. A suite that stops one service needs separate processes; others start
 * faster with a single one.
 */
export function startMeshOnSharedDatabase(
  env: Record<string, string> = {},
  processes: 'single' | 'separate' = 'single',
): Promise<SeparateMesh> {
  const databasePrefix = unique('own').replace('-', '_');
  const database = { mongodbUri: sharedMesh().mongodbUri, databasePrefix };
  return startOn(temporaryFolder('own-mesh'), database, env, processes);
}

/** Starts all processes and datastores in a separate folder. */
export async function startIsolatedMesh(): Promise<IsolatedMesh> {
  const dataDir = temporaryFolder('own-mesh');
  const [port] = await freePorts(1);
  const storage = await startDatastore(() => startStorage({ dataDir, ...(port !== undefined && { port }) }));
  const database = { mongodbUri: storage.server.uri, databasePrefix: 'own' };
  const own = await startOn(dataDir, database, {}, 'separate');
  return {
    ...own,
    storage,
    async stop() {
      await own.stop();
      await storage.stop();
    },
  };
}

async function startOn(
  dataDir: string,
  database: { mongodbUri: string; databasePrefix: string },
  further: Record<string, string>,
  layout: 'single' | 'separate',
): Promise<SeparateMesh> {
  const [port] = await freePorts(1);
  const nats = await startDatastore(() => startNats({ dataDir, ...(port !== undefined && { port }) }));
  const natsUrl = nats.server.url;
  const { mongodbUri: storageUri, databasePrefix } = database;
  const env = { FORGE_EVENT_ACK_WAIT_SECONDS, ...further };
  const mesh = await startMesh({ dataDir, storageUri, natsUrl, databasePrefix, env, processes: layout });
  const { url, processes } = mesh;
  return {
    mesh,
    replicaContext: { url, dataDir, natsUrl, ...database, processes, ackWaitSeconds: FORGE_EVENT_ACK_WAIT_SECONDS },
    root: api(mesh.rootToken, mesh.url),
    nats,
    async stop() {
      await mesh.stop();
      await nats.stop();
    },
  };
}
