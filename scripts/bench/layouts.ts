// `npm run bench -- --layouts`: compares one process for all services with a process for each:
// memory, start time, and CPU per request of the whole instance, datastores included.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNats, startStorage } from '../datastores/index.ts';
import type { Log } from '../lib/log.ts';
import type { ShutdownHooks } from '../lib/shutdown.ts';
import { startMesh } from '../mesh/index.ts';
import type { Layout } from '../mesh/layout.ts';
import type { Mesh } from '../mesh/start-mesh.ts';
import { createApi, times, type Api } from './fixture/api.ts';
import { cpuByPart, descendantsOf, readProcesses } from './measure/cpu.ts';

const layouts: Layout[] = ['separate', 'single'];

/** Concurrent requests, like 20 connections of clients. */
const CLIENTS = 20;
const ISSUES = 2_000;
const READS = 4_000;
const COMMENTS = 1_000;
const MIXED = 10_000;
const IDLE_SECONDS = 10;
const MEGABYTE = 1024 ** 2;
/** The instance has finished its work below this share of one core. */
const IDLE_SHARE = 0.25;

/** Figures of a layout, in the order of the table. */
interface Figures {
  'Node processes': number;
  'start on existing data, s': number;
  'memory idle, MB (PSS)': number;
  'memory after 10,000 mixed requests, MB (PSS)': number;
  'idle CPU, % of one core': number;
  'GET one issue, distinct ids: CPU ms': number;
  'GET one issue, distinct ids: per second': number;
  'comment with all effects: CPU ms': number;
  'comment: per second': number;
}

/** Measures each layout on data of its own; returns the lines of the table. */
export async function measureLayouts(log: Log, shutdown: ShutdownHooks): Promise<{ lines: string[]; figures: object }> {
  const results = new Map<Layout, Figures>();
  for (const layout of layouts) results.set(layout, await measureLayout(layout, log, shutdown));
  const names = Object.keys(results.get('single') ?? {}) as (keyof Figures)[];
  const row = (name: keyof Figures) => [...results.values()].map((figures) => figures[name].toFixed(1));
  return {
    lines: [
      `| | ${layouts.map((layout) => `--processes ${layout}`).join(' | ')} |`,
      `|---|${layouts.map(() => '---').join('|')}|`,
      ...names.map((name) => `| ${name} | ${row(name).join(' | ')} |`),
    ],
    figures: Object.fromEntries(results),
  };
}

async function measureLayout(layout: Layout, log: Log, shutdown: ShutdownHooks): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-layouts-'));
  shutdown.add(undefined, () => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const storage = await startStorage({ dataDir, log });
  const nats = await startNats({ dataDir, log });
  let mesh: Mesh | undefined;
  const stop = async () => {
    await mesh?.stop();
    await nats.stop();
    await storage.stop();
  };
  shutdown.add(`Stopping the ${layout} instance`, stop);
  const start = () => startMesh({ dataDir, storageUri: storage.uri, natsUrl: nats.url, processes: layout, log });

  mesh = await log.step(`Starting the ${layout} instance`, start);
  const { id: project } = await createApi(mesh.url, String(mesh.rootToken))('POST', '/projects', { name: 'measured' });
  const issuesPath = `/projects/${project}/issues`;
  const fill = createApi(mesh.url, String(mesh.rootToken));
  await log.step('Creating issues', () => times(ISSUES, (n) => fill('POST', issuesPath, { title: `Issue ${n}` })));
  await mesh.stop();
  const startedAt = performance.now();
  mesh = await log.step('Starting it again', start);
  const startSeconds = (performance.now() - startedAt) / 1000;

  const roots = () => [
    ...Object.values((mesh as Mesh).processes).flatMap(({ pid }) => pid() ?? []),
    ...storage.pids,
    ...(nats.pid === undefined ? [] : [nats.pid]),
  ];
  const usedMs = () => {
    const parts = cpuByPart({ instance: roots() });
    return parts.instance ?? 0;
  };
  /** CPU of a number of requests until their effects are finished, and their rate. */
  const measure = async (api: Api, count: number, request: (api: Api, n: number) => Promise<unknown>) => {
    await untilIdle(usedMs);
    const [before, at] = [usedMs(), performance.now()];
    await times(count, (n) => request(api, n), CLIENTS);
    const perSecond = (1000 * count) / (performance.now() - at);
    await untilIdle(usedMs);
    return { cpuMs: (usedMs() - before) / count, perSecond };
  };

  await untilIdle(usedMs);
  const idleMemory = pssOf(roots());
  const [before, at] = [usedMs(), performance.now()];
  await sleep(IDLE_SECONDS * 1000);
  const idleShare = (100 * (usedMs() - before)) / (performance.now() - at);
  const api = createApi(mesh.url, String(mesh.rootToken));
  const getIssue = (client: Api, n: number) => client('GET', `${issuesPath}/${(n % ISSUES) + 1}`);
  const comment = (client: Api, n: number) =>
    client('POST', `${issuesPath}/${(n % ISSUES) + 1}/notes`, { body: `Comment ${n}` });
  // Compiles what the requests use.
  await measure(api, READS / 4, getIssue);
  const read = await log.step('Reading issues', () => measure(api, READS, getIssue));
  await measure(api, COMMENTS / 4, comment);
  const written = await log.step('Commenting on issues', () => measure(api, COMMENTS, comment));
  const mixed = [
    getIssue,
    (client: Api, n: number) => client('GET', `${issuesPath}?page=${(n % 50) + 1}`),
    (client: Api) => client('GET', '/projects'),
    (client: Api, n: number) => client('GET', `${issuesPath}/${(n % ISSUES) + 1}/notes`),
    comment,
  ];
  await log.step('Sending mixed requests', () =>
    measure(api, MIXED, (client, n) => mixed[n % mixed.length]?.(client, n) ?? Promise.resolve()),
  );
  const usedMemory = pssOf(roots());
  const nodeProcesses = Object.keys(mesh.processes).length;
  await stop();
  return {
    'Node processes': nodeProcesses,
    'start on existing data, s': startSeconds,
    'memory idle, MB (PSS)': idleMemory,
    'memory after 10,000 mixed requests, MB (PSS)': usedMemory,
    'idle CPU, % of one core': idleShare,
    'GET one issue, distinct ids: CPU ms': read.cpuMs,
    'GET one issue, distinct ids: per second': read.perSecond,
    'comment with all effects: CPU ms': written.cpuMs,
    'comment: per second': written.perSecond,
  };
}

/** Waits until the instance uses little CPU. */
async function untilIdle(usedMs: () => number) {
  for (;;) {
    const [before, at] = [usedMs(), performance.now()];
    await sleep(1_000);
    if (usedMs() - before < IDLE_SHARE * (performance.now() - at)) return;
  }
}

/** @returns proportional set size of process trees in MB */
function pssOf(roots: number[]): number {
  const processes = readProcesses();
  const pids = new Set(roots.flatMap((pid) => [pid, ...descendantsOf(processes, pid)]));
  let bytes = 0;
  for (const pid of pids) {
    try {
      const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
      bytes += Number(kilobytes ?? 0) * 1024;
    } catch {
      // The process has ended.
    }
  }
  return bytes / MEGABYTE;
}
