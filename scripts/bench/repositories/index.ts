// Measures repositories with their objects in folders and in the object store, each in a mesh of
// its own: small pushes, pushes and other changes of one repository by several clients, the opening
// of a lost folder, and forks. Then, in further meshes, fetches of a hot repository, how late other
// processes show a write, and the bytes in the store.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createApi,
  createGroup,
  createLargeRepository,
  createLocalRepository,
  createProject,
  git,
  gitUrl,
  times,
} from '../fixture/index.ts';
import type { Api } from '../fixture/api.ts';
import { removeLimits } from '../fixture/remove-limits.ts';
import { table } from '../report.ts';
import { measureCompaction, type CompactionFigures } from './compaction.ts';
import { measureHotRepository, type HotFigures } from './hot-repository.ts';
import { measureLag, type LagFigures } from './lag.ts';
import { quantile } from './quantile.ts';
import { startEnvironment, type BenchEnvironment } from '../environment.ts';
import type { BenchOptions } from '../options.ts';
import type { Log } from '../../lib/log.ts';
import type { ShutdownHooks } from '../../lib/shutdown.ts';

const CLIENTS = 4;
/** Clients of the API that create branches of one repository. */
const WRITERS = 16;
const POLL_MS = 10;

/** Figures of one way to keep objects. */
export interface RepositoryFigures {
  packs: 'folder' | 'objects';
  /** Small pushes, in milliseconds. */
  push: { p50: number; p99: number };
  /** CPU of all services and engines for one, in milliseconds. */
  pushCpuMs: number;
  /** Pushes to one repository from several clients at the same time, per second. */
  pushesPerSecond: number;
  /** Entries of the log of one repository per second: branches that clients of the API create. */
  entriesPerSecond: number;
  /** Seconds until a lost folder is built again; undefined if it cannot be. */
  opening: { name: string; seconds: number }[];
  /** Seconds of a fork of the largest repository. */
  fork: number;
}

export async function measureRepositories(
  options: BenchOptions,
  log: Log,
  shutdown: ShutdownHooks,
): Promise<{ lines: string[]; figures: object }> {
  const isChosen = (name: string) => options.only.some((text) => name.includes(text));
  const figures: RepositoryFigures[] = [];
  for (const packs of (['folder', 'objects'] as const).filter(isChosen)) {
    const environment = await log.step(`Starting a mesh with FORGE_PACKS=${packs}`, () =>
      startEnvironment(log, shutdown, options.processes, { FORGE_PACKS: packs }),
    );
    figures.push(await measure(environment, packs, options, log));
  }
  const hot = isChosen('hot') ? await measureHotRepository(options, log, shutdown) : undefined;
  const lag = isChosen('lag') ? await measureLag(options, log, shutdown) : undefined;
  const compaction = isChosen('compaction') ? await measureCompaction(options, log, shutdown) : undefined;
  const tables = [
    figures.length > 0 && linesOf(figures),
    hot && hotLines(hot),
    lag && lagLines(lag),
    compaction && compactionLines(compaction),
  ];
  const lines = tables.filter((one) => one !== undefined && one !== false).flatMap((one) => [...one, '']);
  return { lines, figures: { objects: figures, hot, lag, compaction } };
}

async function measure(
  environment: BenchEnvironment,
  packs: RepositoryFigures['packs'],
  { quick }: BenchOptions,
  log: Log,
): Promise<RepositoryFigures> {
  const { url, rootToken, folder } = environment;
  const root = createApi(url, rootToken);
  await removeLimits(root);
  const group = await createGroup(root, 'repositories');
  const pushes = quick ? 20 : 100;
  const small = await log.step('Small pushes', () => measurePushes(environment, root, group, pushes));
  const pushesPerSecond = await log.step('Pushes to one repository', () =>
    measureParallel(environment, root, group, quick ? 5 : 25),
  );
  const entriesPerSecond = await log.step('Changes of one repository', () =>
    measureEntries(root, group, quick ? 100 : 500),
  );
  const opening = [];
  let fork = NaN;
  for (const { name, create } of repositoriesOf(quick)) {
    const local = join(folder, `${name}.git`);
    await log.step(`Creating ${name}`, () => create(local));
    const { id, path } = await createProject(root, `opened ${name}`, group);
    await log.step(`Pushing ${name}`, () =>
      git(local, ['push', '--quiet', gitUrl(url, rootToken, path), 'refs/heads/*', 'refs/tags/*']),
    );
    rmSync(local, { recursive: true });
    if (packs === 'objects') {
      const seconds = await log.step(`Opening ${name}`, () => measureOpening(environment, root, id));
      opening.push({ name, seconds });
    }
    fork = await log.step(`Fork of ${name}`, () => measureFork(root, id, group));
  }
  return { packs, ...small, pushesPerSecond, entriesPerSecond, opening, fork };
}

/** Repositories that are opened and forked; the last one is the largest. */
function repositoriesOf(quick: boolean) {
  const history = (commits: number, files: number) => ({
    name: `${commits} commits`,
    create: async (folder: string) =>
      void (await createLocalRepository(folder, { commits, files, branches: 5, tags: 5 })),
  });
  const large = (megabytes: number) => ({
    name: `${megabytes} MB`,
    create: (folder: string) => createLargeRepository(folder, megabytes),
  });
  return quick
    ? [history(1_000, 500), large(10)]
    : [history(1_000, 500), history(20_000, 5_000), large(10), large(1_000)];
}

async function measurePushes(
  { url, rootToken, folder, meter }: BenchEnvironment,
  root: Api,
  group: number,
  count: number,
): Promise<Pick<RepositoryFigures, 'push' | 'pushCpuMs'>> {
  const { path } = await createProject(root, 'small pushes', group);
  const work = await createClone(folder, 'small', gitUrl(url, rootToken, path));
  const times: number[] = [];
  await push(work, 'first');
  await meter.settle();
  const stop = meter.start();
  for (let n = 0; n < count; n++) {
    await commit(work, `small ${n}`);
    const from = performance.now();
    await git(work, ['push', '--quiet', 'origin', 'HEAD:main']);
    times.push(performance.now() - from);
  }
  await meter.settle();
  const { load: _load, others: _others, ...parts } = stop().cpuMs;
  const cpu = Object.values(parts).reduce((sum, ms) => sum + ms, 0);
  return { push: { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }, pushCpuMs: cpu / count };
}

/** Each client pushes to a branch of its own. */
async function measureParallel(
  { url, rootToken, folder }: BenchEnvironment,
  root: Api,
  group: number,
  count: number,
): Promise<number> {
  const { path } = await createProject(root, 'parallel pushes', group);
  const works = [];
  for (let client = 0; client < CLIENTS; client++)
    works.push(await createClone(folder, `client-${client}`, gitUrl(url, rootToken, path)));
  await push(works[0] ?? '', 'first');
  const from = performance.now();
  await Promise.all(
    works.map(async (work, client) => {
      for (let n = 0; n < count; n++) {
        await commit(work, `parallel ${n}`);
        await git(work, ['push', '--quiet', '--force', 'origin', `HEAD:client-${client}`]);
      }
    }),
  );
  return (CLIENTS * count) / ((performance.now() - from) / 1000);
}

/** @returns branches that are created per second */
async function measureEntries(root: Api, group: number, count: number): Promise<number> {
  const { id } = await createProject(root, 'entries', group);
  const path = `/projects/${id}/repository`;
  const actions = [{ action: 'create', file_path: 'README.md', content: 'entries' }];
  await root('POST', `${path}/commits`, { branch: 'main', commit_message: 'first', actions });
  const from = performance.now();
  await times(count, (n) => root('POST', `${path}/branches`, { branch: `branch-${n}`, ref: 'main' }), WRITERS);
  return count / ((performance.now() - from) / 1000);
}

/** @returns seconds from the loss of the folder until its branches are listed */
async function measureOpening({ folder }: BenchEnvironment, root: Api, id: number): Promise<number> {
  const hashed = join(folder, 'data/repository/repositories/default/@hashed');
  rmSync(hashed, { recursive: true, maxRetries: 10 });
  const from = performance.now();
  await root('GET', `/projects/${id}/repository/branches`);
  return (performance.now() - from) / 1000;
}

/** @returns seconds until the fork is complete */
async function measureFork(root: Api, id: number, group: number): Promise<number> {
  const from = performance.now();
  const fork = await root('POST', `/projects/${id}/fork`, {
    name: `fork ${id}`,
    path: `fork-${id}`,
    namespace_id: group,
  });
  for (;;) {
    const { import_status: status } = await root('GET', `/projects/${fork.id}`);
    if (status === 'finished') return (performance.now() - from) / 1000;
    await sleep(POLL_MS);
  }
}

async function createClone(folder: string, name: string, remote: string): Promise<string> {
  const work = join(folder, name);
  await git(folder, ['init', '--quiet', '--initial-branch=main', work]);
  await git(work, ['remote', 'add', 'origin', remote]);
  await commit(work, name);
  return work;
}

async function push(work: string, text: string): Promise<void> {
  await commit(work, text);
  await git(work, ['push', '--quiet', 'origin', 'HEAD:main']);
}

async function commit(work: string, text: string): Promise<void> {
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com'];
  await git(work, [...identity, 'commit', '--quiet', '--allow-empty', '-m', text]);
}

function hotLines(hot: HotFigures | { reason: string }): string[] {
  if ('reason' in hot) return [`Fetches of a hot repository are not measured: ${hot.reason}`];
  const { one, three, p90 } = hot;
  const heads = ['fetches of a hot repository, 10 % of a core per process', 'per second', 'P90 ms', 'ratio'];
  return table([
    heads,
    ['one process', one.toFixed(1), p90[0].toFixed(0), ''],
    ['three processes', three.toFixed(1), p90[1].toFixed(0), (three / one).toFixed(2)],
  ]);
}

function lagLines({ p50, p99, own, stale }: LagFigures): string[] {
  const heads = ['first read after an acknowledged commit', 'p50, ms', 'p99, ms', 'stale'];
  return table([
    heads,
    ['from the process that has written it', own.p50.toFixed(1), own.p99.toFixed(1), ''],
    ['from the two others', p50.toFixed(1), p99.toFixed(1), String(stale)],
  ]);
}

function compactionLines({ copy, before, after }: CompactionFigures): string[] {
  const heads = ['packs in the store', 'MB', 'copies'];
  return table([
    heads,
    ['one copy, packed by git', copy.toFixed(1), '1'],
    ['after many pushes', (before * copy).toFixed(1), before.toFixed(2)],
    ['after compaction', (after * copy).toFixed(1), after.toFixed(2)],
  ]);
}

function linesOf(figures: readonly RepositoryFigures[]): string[] {
  const heads = [
    'objects in',
    'push p50, ms',
    'p99, ms',
    'CPU, ms',
    `pushes/s, ${CLIENTS} clients`,
    `entries/s, ${WRITERS} clients`,
    'fork, s',
    'opening',
  ];
  const rows = figures.map(
    ({ packs, push: { p50, p99 }, pushCpuMs, pushesPerSecond, entriesPerSecond, fork, opening }) => [
      packs,
      p50.toFixed(1),
      p99.toFixed(1),
      pushCpuMs.toFixed(1),
      pushesPerSecond.toFixed(1),
      entriesPerSecond.toFixed(1),
      fork.toFixed(2),
      opening.map(({ name, seconds }) => `${name}: ${seconds.toFixed(2)} s`).join('; ') || '-',
    ],
  );
  return table([heads, ...rows]);
}
