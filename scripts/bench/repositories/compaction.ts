// How many bytes a repository has in the object store, before and after compaction, next to one
// copy of it as git packs it.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi, createGroup, createLocalRepository, createProject, git, gitUrl } from '../fixture/index.ts';
import { openDatabase } from '../fixture/open-database.ts';
import { removeLimits } from '../fixture/remove-limits.ts';
import { startEnvironment } from '../environment.ts';
import type { BenchOptions } from '../options.ts';
import type { Log } from '../../lib/log.ts';
import type { ShutdownHooks } from '../../lib/shutdown.ts';

const HISTORY = { commits: 4_000, files: 2_000, branches: 1, tags: 0 };
/** Repositories below 1 MB are not compacted. */
const QUICK_HISTORY = { commits: 1_000, files: 1_000, branches: 1, tags: 0 };
const PUSHES = 60;
/** Packs are maintained each 10 minutes, here each minute. */
const INTERVAL_FACTOR = '0.1';
const POLL_MS = 1_000;
const TIMEOUT_MS = 5 * 60_000;

/** Bytes of the packs that the log and its checkpoint name, as multiples of one copy. */
export interface CompactionFigures {
  /** Megabytes of one copy. */
  copy: number;
  before: number;
  after: number;
}

interface Pack {
  sha256: string;
  size: number;
}

export async function measureCompaction(
  { quick }: BenchOptions,
  log: Log,
  shutdown: ShutdownHooks,
): Promise<CompactionFigures> {
  const variables = { FORGE_PACKS: 'objects', FORGE_SCHEDULE_INTERVAL_FACTOR: INTERVAL_FACTOR };
  const environment = await log.step('Starting a mesh with FORGE_PACKS=objects', () =>
    startEnvironment(log, shutdown, 'separate', variables),
  );
  const { url, rootToken, folder, storageUri } = environment;
  const root = createApi(url, rootToken);
  await removeLimits(root);
  const group = await createGroup(root, 'compaction');
  const { id, path } = await createProject(root, 'compaction', group);
  const local = await createLocalRepository(join(folder, 'compaction.git'), quick ? QUICK_HISTORY : HISTORY);
  await log.step(`${PUSHES} pushes`, async () => {
    const oldestFirst = local.commits.toReversed();
    for (let push = 1; push <= PUSHES; push++) {
      const commit = oldestFirst[Math.ceil((oldestFirst.length * push) / PUSHES) - 1];
      await git(local.folder, ['push', '--quiet', gitUrl(url, rootToken, path), `${commit}:refs/heads/main`]);
    }
  });
  await git(local.folder, ['repack', '-a', '-d', '-f', '--quiet']);
  const copy = packBytes(local.folder);
  const repository = await openDatabase(storageUri, 'repository');
  shutdown.add(undefined, () => repository.close());
  const stored = async () => {
    const checkpoint = await repository
      .collection<{ _id: string; packs: Pack[]; seq: number }>('repository_checkpoints')
      .findOne({ _id: `${id}:project` });
    const entries = await repository
      .collection<{ packs?: Pack[] }>('ref_log')
      .find({ project_id: id, kind: 'project', seq: { $gt: checkpoint?.seq ?? 0 } })
      .toArray();
    const packs = [...(checkpoint?.packs ?? []), ...entries.flatMap((entry) => entry.packs ?? [])];
    const sizes = new Map(packs.map(({ sha256, size }) => [sha256, size]));
    return [...sizes.values()].reduce((sum, size) => sum + size, 0);
  };
  const before = (await stored()) / copy;
  const after = await log.step('Waiting for the compaction', async () => {
    const until = Date.now() + TIMEOUT_MS;
    for (;;) {
      const now = (await stored()) / copy;
      if (now < before || Date.now() > until) return now;
      await sleep(POLL_MS);
    }
  });
  return { copy: copy / 1e6, before, after };
}

function packBytes(repository: string) {
  const packs = join(repository, 'objects/pack');
  return readdirSync(packs)
    .filter((name) => name.endsWith('.pack'))
    .reduce((sum, name) => sum + statSync(join(packs, name)).size, 0);
}
