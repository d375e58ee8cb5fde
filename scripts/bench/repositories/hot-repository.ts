// Fetches of one repository that many clients use, by one and by three processes, each limited to
// the same part of a core, so that the figures do not depend on the number of cores.

import { join } from 'node:path';
import {
  createApi,
  createGroup,
  createLocalRepository,
  createProject,
  createToken,
  createUser,
  gitUrl,
  pushAll,
  times,
} from '../fixture/index.ts';
import { removeLimits } from '../fixture/remove-limits.ts';
import { startEnvironment, type BenchEnvironment } from '../environment.ts';
import { limitCpu, reasonAgainstLimits } from '../measure/cpu-limit.ts';
import { descendantsOf, readProcesses } from '../measure/cpu.ts';
import type { BenchOptions } from '../options.ts';
import type { HttpRequest } from '../load/job.ts';
import type { LocalRepository } from '../fixture/local-repository.ts';
import type { Log } from '../../lib/log.ts';
import type { ShutdownHooks } from '../../lib/shutdown.ts';

const PROCESSES = 3;
/** Share of a core of each process with its workers and git. */
const SHARE = 0.1;
const USERS = 12;
/** A third process serves a repository when the others are busy. */
const CONNECTIONS = 60;
const HISTORY = { commits: 200, files: 50, branches: 2, tags: 2 };
/** Fetches that differ: equal ones are packed once. */
const FETCHES = 4_000;
/** Until the other processes are found to be lost. */
const WARM_UP_SECONDS = 8;
const developer = 30;

export interface HotFigures {
  /** Fetches per second by one process. */
  one: number;
  /** The same by three. */
  three: number;
  /** Milliseconds to the first byte, by one and by three. */
  p90: [number, number];
}

/** Returns the reason if this machine cannot limit processes. */
export async function measureHotRepository(
  { quick }: BenchOptions,
  log: Log,
  shutdown: ShutdownHooks,
): Promise<HotFigures | { reason: string }> {
  const reason = reasonAgainstLimits();
  if (reason !== undefined) return { reason };
  const environment = await log.step(`Starting a mesh with ${PROCESSES} repository processes`, () =>
    startEnvironment(log, shutdown, 'separate', { FORGE_PACKS: 'objects' }, PROCESSES),
  );
  const requests = await log.step('Creating the repository', () => createFetches(environment));
  const { all, others } = repositoryProcesses(environment);
  const limits = all.map((pids, n) => limitCpu(`forgemesh-bench-${process.pid}-${n}`, pids, SHARE));
  const signal = (name: NodeJS.Signals) => others.forEach((pid) => process.kill(pid, name));
  shutdown.add(undefined, () => {
    signal('SIGCONT');
    for (const limit of limits) limit.remove();
  });
  const seconds = quick ? 10 : 30;
  const run = (serial: number) => {
    const job = {
      origin: environment.url,
      requests,
      connections: CONNECTIONS,
      seconds,
      warmUp: WARM_UP_SECONDS,
      serial,
    };
    return environment.driver.run(job, { begin: () => undefined, end: () => undefined });
  };
  const three = await log.step(`Fetches from ${PROCESSES} processes`, () => run(1));
  signal('SIGSTOP');
  const one = await log.step('Fetches from one process', () => run(2));
  const failure = Object.keys({ ...three.failures, ...one.failures })[0];
  if (failure) throw new Error(`A fetch failed: ${failure}`);
  return { one: one.perSecond, three: three.perSecond, p90: [one.ttfb.p90, three.ttfb.p90] };
}

/** Process ids of each repository process with its children, and of those but the first. */
function repositoryProcesses({ roots }: BenchEnvironment) {
  const processes = readProcesses();
  const all = Object.entries(roots())
    .filter(([name]) => /^repository(-\d+)?$/.test(name))
    .map(([, [pid = 0]]) => [pid, ...descendantsOf(processes, pid)]);
  return { all, others: all.slice(1).flat() };
}

/** Creates a repository, and the requests of clients that lack a part of its commits. */
async function createFetches({ url, rootToken, folder }: BenchEnvironment): Promise<HttpRequest[]> {
  const root = createApi(url, rootToken);
  await removeLimits(root);
  const group = await createGroup(root, 'hot');
  const { path } = await createProject(root, 'hot', group);
  const tokens = await times(USERS, async (n) =>
    createToken(root, await createUser(root, `reader-${n}`, { [group]: developer })),
  );
  const local = await createLocalRepository(join(folder, 'hot.git'), HISTORY);
  await pushAll(local.folder, gitUrl(url, rootToken, path));
  return Array.from({ length: FETCHES }, (_, n) => fetchOf(local, n, path, tokens[n % USERS] ?? ''));
}

/** Fetch `n`: a client has a commit, and requests a later one. */
function fetchOf({ commits }: LocalRepository, n: number, path: string, token: string): HttpRequest {
  const half = Math.floor(commits.length / 2);
  const want = n % half;
  const have = half + (Math.floor(n / half) % half);
  const lines = ['ofs-delta', 'no-progress', `want ${commits[want]}\n`, `have ${commits[have]}\n`, 'done\n'];
  return {
    method: 'POST',
    path: `/${path}.git/git-upload-pack`,
    headers: {
      Authorization: `Basic ${Buffer.from(`bench:${token}`).toString('base64')}`,
      'Content-Type': 'application/x-git-upload-pack-request',
      'Git-Protocol': 'version=2',
    },
    body: `${packetLine('command=fetch')}0001${lines.map(packetLine).join('')}0000`,
  };
}

function packetLine(text: string) {
  return `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
}
