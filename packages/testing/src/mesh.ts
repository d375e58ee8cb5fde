/** The mesh that the suites of a jest worker use. */
import { readVariable } from './config';

/** A mesh that the test runner started. */
export interface TestMesh {
  url: string;
  rootToken: string;
  /** `FORGE_SECRET` of each service. */
  secrets: Record<string, string>;
  dataDir: string;
  natsUrl: string;
  mongodbUri: string;
  databasePrefix: string;
  processes: Record<string, { grpc: number; http: number; metrics: number; pid: number }>;
  /** Its `FORGE_EVENT_ACK_WAIT_SECONDS`. */
  ackWaitSeconds: string;
}

/** The mesh of this jest worker. */
export function mesh(): TestMesh {
  const meshes = JSON.parse(readVariable('FORGE_TEST_MESHES')) as TestMesh[];
  const found = meshes[Number(readVariable('JEST_WORKER_ID')) - 1];
  if (!found) throw new Error('no mesh runs for this jest worker');
  return found;
}
