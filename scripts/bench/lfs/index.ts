// Measures large files: many objects and one large object with the real client, next to a plain
// file server; the CPU of a batch; and what the checks of pointers cost a push without any.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createApi, createGroup, createLocalRepository, createProject, git, gitUrl, times } from '../fixture/index.ts';
import { removeLimits } from '../fixture/remove-limits.ts';
import { table } from '../report.ts';
import { createWorkTree, findLfsGit, type LfsGit } from './client.ts';
import { measureMemory, type Memory } from './memory.ts';
import { startYardstick } from './yardstick.ts';
import type { BenchEnvironment } from '../environment.ts';
import type { BenchOptions } from '../options.ts';
import type { Log } from '../../lib/log.ts';
import type { ShutdownHooks } from '../../lib/shutdown.ts';

const MEGABYTE = 1024 * 1024;
const BATCHES = 200;
const BATCH_OBJECTS = 100;
const PUSH_RUNS = 5;

/** A transfer in one direction. */
interface Transfer extends Memory {
  name: string;
  seconds: number;
  /** Time of the plain file server. */
  yardstick: number;
  /**
   * The same until what it has received is on the disk, as an instance confirms no object before.
   */
  durable: number;
}

export interface LfsResults {
  transfers: Transfer[];
  /** CPU of all services for a batch of 100 objects, in milliseconds. */
  batchCpuMs: number;
  /** Median time of a push of 10,000 commits without pointers, in seconds. */
  push: { checked: number; unchecked: number };
}

export async function measureLfs(
  environment: BenchEnvironment,
  options: BenchOptions,
  log: Log,
  shutdown: ShutdownHooks,
): Promise<{ lines: string[]; results: LfsResults }> {
  const { url, rootToken, folder } = environment;
  const client = findLfsGit();
  const root = createApi(url, rootToken);
  await removeLimits(root);
  const group = await createGroup(root, 'lfs');
  const base = join(folder, 'lfs');
  const yardstick = await startYardstick(join(base, 'yardstick'));
  shutdown.add(undefined, yardstick.close);
  const cases = [
    { name: '1,000 objects of 1 MB', count: options.quick ? 100 : 1_000, bytes: MEGABYTE },
    { name: 'one object of 5 GB', count: 1, bytes: (options.quick ? 200 : 5_000) * MEGABYTE },
  ];
  const transfers: Transfer[] = [];
  for (const [index, one] of cases.entries()) {
    const work = join(base, `work-${index}`);
    await log.step(`Creating ${one.name}`, () => createWorkTree(client, work, one));
    const { path } = await createProject(root, `lfs ${index}`, group);
    const own = { name: one.name, work, client, remote: gitUrl(url, rootToken, path), lfsUrl: undefined };
    const bare = join(base, `bare-${index}.git`);
    mkdirSync(bare, { recursive: true });
    await git(bare, ['init', '--quiet', '--bare', '--initial-branch=main']);
    const plain = { ...own, remote: bare, lfsUrl: yardstick.lfsUrl };
    for (const direction of ['push', 'clone'] as const) {
      const name = `${direction}: ${one.name}`;
      const measured = await log.step(name, () =>
        measureMemory(environment.pids, () => transfer(own, direction, base)),
      );
      const reference = await log.step(`${name}, ${yardstick.name}`, () => transfer(plain, direction, base));
      const synced = direction === 'push' ? await log.step('Syncing its disk', () => secondsOf(yardstick.sync)) : 0;
      transfers.push({
        name,
        seconds: measured.result,
        yardstick: reference,
        durable: reference + synced,
        before: measured.before,
        peak: measured.peak,
      });
    }
  }
  const batchCpuMs = await log.step('Batches of 100 objects', () => measureBatch(environment, group));
  const push = await log.step('Pushes without pointers', () => measurePush(environment, group, options));
  return { lines: linesOf({ transfers, batchCpuMs, push }, yardstick.name), results: { transfers, batchCpuMs, push } };
}

interface TransferCase {
  work: string;
  client: LfsGit;
  /** Address of the repository. */
  remote: string;
  /** Address of the LFS server; undefined for that of the repository. */
  lfsUrl: string | undefined;
}

/** @returns seconds */
async function transfer(
  { work, client, remote, lfsUrl }: TransferCase,
  direction: 'push' | 'clone',
  base: string,
): Promise<number> {
  const options = lfsUrl === undefined ? [] : ['-c', `lfs.url=${lfsUrl}`];
  const clone = join(base, `clone-${Math.round(performance.now())}`);
  return secondsOf(() =>
    direction === 'push'
      ? client(work, ...options, 'push', '-q', remote, 'main')
      : client(base, ...options, 'clone', '-q', remote, clone),
  );
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

/** @returns CPU of all services for one batch in milliseconds */
async function measureBatch({ url, rootToken, meter }: BenchEnvironment, group: number): Promise<number> {
  const { path } = await createProject(createApi(url, rootToken), 'lfs batches', group);
  const objects = Array.from({ length: BATCH_OBJECTS }, (_, n) => ({ oid: n.toString(16).padStart(64, '0'), size: 1 }));
  const batch = async () => {
    const response = await fetch(`${url}/${path}.git/info/lfs/objects/batch`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from(`bench:${rootToken}`).toString('base64')}`,
        'Content-Type': 'application/vnd.git-lfs+json',
      },
      body: JSON.stringify({ operation: 'upload', objects }),
    });
    if (response.status !== 200) throw new Error(`A batch is answered with ${response.status}`);
    await response.arrayBuffer();
  };
  await times(BATCHES / 10, batch, 1);
  await meter.settle();
  const stop = meter.start();
  await times(BATCHES, batch, 1);
  const { load: _load, others: _others, ...parts } = stop().cpuMs;
  return Object.values(parts).reduce((sum, ms) => sum + ms, 0) / BATCHES;
}

/** Pushes a history to new projects with and without large files, alternately. */
async function measurePush(
  { url, rootToken, folder }: BenchEnvironment,
  group: number,
  { quick }: BenchOptions,
): Promise<LfsResults['push']> {
  const root = createApi(url, rootToken);
  const size = { commits: quick ? 1_000 : 10_000, files: 1_000, branches: 1, tags: 0 };
  const local = await createLocalRepository(join(folder, 'lfs/history.git'), size);
  const seconds: Record<'checked' | 'unchecked', number[]> = { checked: [], unchecked: [] };
  for (let run = 0; run < PUSH_RUNS; run++)
    for (const kind of ['checked', 'unchecked'] as const) {
      const { id, path } = await createProject(root, `lfs push ${kind} ${run}`, group);
      await root('PUT', `/projects/${id}`, { lfs_enabled: kind === 'checked' });
      const from = performance.now();
      await git(local.folder, ['push', '--quiet', gitUrl(url, rootToken, path), 'refs/heads/main']);
      seconds[kind].push((performance.now() - from) / 1000);
    }
  return { checked: medianOf(seconds.checked), unchecked: medianOf(seconds.unchecked) };
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}

function linesOf({ transfers, batchCpuMs, push }: LfsResults, yardstick: string): string[] {
  const megabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(0);
  const heads = [
    'git-lfs',
    's',
    `s, ${yardstick}`,
    'ratio',
    `s, ${yardstick} and sync`,
    'ratio',
    'memory before, MB',
    'at most, MB',
  ];
  const rows = transfers.map(({ name, seconds, yardstick: reference, durable, before, peak }) => [
    name,
    seconds.toFixed(1),
    reference.toFixed(1),
    (seconds / reference).toFixed(2),
    durable.toFixed(1),
    (seconds / durable).toFixed(2),
    megabytes(before),
    megabytes(peak),
  ]);
  const slower = 100 * (push.checked / push.unchecked - 1);
  return [
    ...table([heads, ...rows]),
    '',
    `Batch of ${BATCH_OBJECTS} objects: ${batchCpuMs.toFixed(1)} ms of CPU in all services and engines`,
    `Push of 10,000 commits without pointers: ${push.checked.toFixed(2)} s with the checks of large files, ${push.unchecked.toFixed(2)} s without (${slower.toFixed(1)} %)`,
  ];
}
