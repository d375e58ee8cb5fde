/** A mesh of its own, for stories that break things. */
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
} from '../../tools/test/mesh.cjs';
import { temporaryFolder } from './git';

/** The parts of it; the engines can be ended and started again at the same address. */
export interface OwnMesh {
  mesh: Mesh;
  /** What one more process of a service has to know. */
  surroundings: Parameters<typeof startReplica>[0]['mesh'];
  root: ApiClient;
  nats: Engine<Nats>;
  stop(): Promise<void>;
}

/** One whose database can be ended, too. Its data is durable. */
export interface IsolatedMesh extends OwnMesh {
  storage: Engine<Storage>;
}

/** An engine that can be taken away. */
export interface Engine<T> {
  engine: T;
  /** Ends it at once. */
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
}

async function startEngine<T extends { stop(): Promise<void> }>(start: () => Promise<T>): Promise<Engine<T>> {
  const held = {
    engine: await start(),
    takeAway: () => held.engine.stop(),
    async bringBack() {
      held.engine = await start();
    },
  };
  return held;
}

/** What a story cuts off goes on soon. */
export const FORGE_EVENT_ACK_WAIT_SECONDS = '12';

/**
 * Starts processes, with further environment, and NATS in a folder of their own, on the database of
 * the run.
 */
export function startOwnMesh(env: Record<string, string> = {}): Promise<OwnMesh> {
  const databasePrefix = unique('own').replace('-', '_');
  return startOn(temporaryFolder('own-mesh'), { mongodbUri: sharedMesh().mongodbUri, databasePrefix }, env);
}

/** Starts everything in a folder of its own. */
export async function startIsolatedMesh(): Promise<IsolatedMesh> {
  const dataDir = temporaryFolder('own-mesh');
  const [port] = await freePorts(1);
  const storage = await startEngine(() => startStorage({ dataDir, ...(port !== undefined && { port }) }));
  const own = await startOn(dataDir, { mongodbUri: storage.engine.uri, databasePrefix: 'own' });
  return {
    ...own,
    storage,
    async stop() {
      await own.stop();
      await storage.takeAway();
    },
  };
}

async function startOn(
  dataDir: string,
  database: { mongodbUri: string; databasePrefix: string },
  further: Record<string, string> = {},
): Promise<OwnMesh> {
  const [port] = await freePorts(1);
  const nats = await startEngine(() => startNats({ dataDir, ...(port !== undefined && { port }) }));
  const natsUrl = nats.engine.url;
  const { mongodbUri: storageUri, databasePrefix } = database;
  const env = { FORGE_EVENT_ACK_WAIT_SECONDS, ...further };
  const mesh = await startMesh({ dataDir, storageUri, natsUrl, databasePrefix, env });
  const { url, processes } = mesh;
  return {
    mesh,
    surroundings: { url, dataDir, natsUrl, ...database, processes, ackWaitSeconds: FORGE_EVENT_ACK_WAIT_SECONDS },
    root: api(mesh.rootToken, mesh.url),
    nats,
    async stop() {
      await mesh.stop();
      await nats.takeAway();
    },
  };
}
