/** A mesh with engines of its own, for stories that break things. */
import { api, type ApiClient } from '@forgemesh/kit/testing';
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

/** The parts of it; the engines can be ended and started again at the same address. */
export interface OwnMesh {
  mesh: Mesh;
  /** What one more process of a service has to know. */
  surroundings: Parameters<typeof startReplica>[0]['mesh'];
  root: ApiClient;
  storage: Engine<Storage>;
  nats: Engine<Nats>;
  stop(): Promise<void>;
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

const DATABASE_PREFIX = 'own';

/** Starts everything in a folder of its own. The data is durable: it survives the death of any process. */
export async function startOwnMesh(): Promise<OwnMesh> {
  const dataDir = temporaryFolder('own-mesh');
  const [storagePort, natsPort] = (await freePorts(2)) as [number, number];
  const storage = await startEngine(() => startStorage({ dataDir, port: storagePort }));
  const nats = await startEngine(() => startNats({ dataDir, port: natsPort }));
  const mesh = await startMesh({
    ...{ dataDir, storageUri: storage.engine.uri, natsUrl: nats.engine.url, databasePrefix: DATABASE_PREFIX },
  });
  const { url, processes } = mesh;
  const addresses = { mongodbUri: storage.engine.uri, natsUrl: nats.engine.url, databasePrefix: DATABASE_PREFIX };
  return {
    mesh,
    surroundings: { url, dataDir, ...addresses, processes },
    root: api(mesh.rootToken, mesh.url),
    storage,
    nats,
    async stop() {
      await mesh.stop();
      await nats.takeAway();
      await storage.takeAway();
    },
  };
}
