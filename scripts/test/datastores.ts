// Datastores of a test run: started once per run on disposable data, and passed to the suites
// through the environment.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, startStorage } from '../datastores/index.ts';
import type { Log } from '../lib/log.ts';

const stops: (() => Promise<unknown>)[] = [];

/** Setup and teardown are loaded as separate modules by Jest and share this list. */
const shared = globalThis as { forgeTestCleanups?: typeof stops };
shared.forgeTestCleanups ??= stops;

/** @param stop called at the end of the run, the last added first */
export function addCleanup(stop: () => Promise<unknown>) {
  shared.forgeTestCleanups?.push(stop);
}

export async function stopAll() {
  const all = shared.forgeTestCleanups?.splice(0) ?? [];
  const problems: unknown[] = [];
  // A failure does not prevent the remaining cleanups.
  for (const stop of all.reverse()) await stop().catch((error) => problems.push(error));
  if (problems.length > 0) throw problems[0];
}

/** @returns a folder that is deleted at the end of the run */
export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-test-'));
  addCleanup(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Starts the datastores that `FORGE_TEST_MONGODB_URI` and `FORGE_TEST_NATS_URL` do not name, and
 * sets these variables.
 */
export async function ensureDatastores(log: Log) {
  if (!process.env.FORGE_TEST_MONGODB_URI) {
    const storage = await startStorage({ dataDir: createTemporaryFolder(), durable: false, log });
    addCleanup(storage.stop);
    process.env.FORGE_TEST_MONGODB_URI = storage.uri;
  }
  if (!process.env.FORGE_TEST_NATS_URL) {
    const nats = await startNats({ dataDir: createTemporaryFolder(), durable: false, log });
    addCleanup(nats.stop);
    process.env.FORGE_TEST_NATS_URL = nats.url;
  }
}
