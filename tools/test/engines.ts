// The engines of a test run: started once per run on throwaway data, found by the suites through
// the environment.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, startStorage } from '../engines/index.ts';
import type { Log } from '../lib/log.ts';

const stops: (() => Promise<unknown>)[] = [];

/** What setup started is stopped by teardown, which Jest loads as a module of its own. */
const shared = globalThis as { forgeTestStops?: typeof stops };
shared.forgeTestStops ??= stops;

/** @param stop called at the end of the run, the last added first */
export function atEnd(stop: () => Promise<unknown>) {
  shared.forgeTestStops?.push(stop);
}

export async function stopAll() {
  const all = shared.forgeTestStops?.splice(0) ?? [];
  const problems: unknown[] = [];
  // What one of them complains of keeps nothing else running.
  for (const stop of all.reverse()) await stop().catch((error) => problems.push(error));
  if (problems.length > 0) throw problems[0];
}

/** @returns a folder that the end of the run removes */
export function throwawayFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-test-'));
  atEnd(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Starts what `FORGE_TEST_MONGODB_URI` and `FORGE_TEST_NATS_URL` do not name yet, and sets them.
 */
export async function ensureEngines(log: Log) {
  if (!process.env.FORGE_TEST_MONGODB_URI) {
    const storage = await startStorage({ dataDir: throwawayFolder(), durable: false, log });
    atEnd(storage.stop);
    process.env.FORGE_TEST_MONGODB_URI = storage.uri;
  }
  if (!process.env.FORGE_TEST_NATS_URL) {
    const nats = await startNats({ dataDir: throwawayFolder(), log });
    atEnd(nats.stop);
    process.env.FORGE_TEST_NATS_URL = nats.url;
  }
}
