// Git over HTTP: the product and git's own server commands behind a minimal HTTP server, by the
// same clients on the same history in the same run.

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { clientEnv, git, pushAll } from '../fixture/local-repository.ts';
import { cpuByPart } from '../measure/cpu.ts';
import { measureEffects } from './measure-effects.ts';
import type { BenchEnvironment } from '../environment.ts';
import type { ShutdownHooks } from '../../lib/shutdown.ts';
import type { EffectsFixture } from './fixture.ts';
import type { GitOperation } from './operation.ts';

/** Commands at once, and how many each client runs. */
const phases = [
  { connections: 1, limit: 16 },
  { connections: 4, limit: 8 },
  { connections: 16, limit: 4 },
];
const WARM_UP = 4;

/** Commands per second, and milliseconds of the CPU per command without the client. */
export interface GitFigures {
  perSecond: number;
  cpuMs: number;
  goodPercent: number;
}

export interface GitPhase {
  connections: number;
  product: GitFigures;
  yardstick: GitFigures;
}

/** @param folder for clones */
export function gitOperations({ local, pushRef }: EffectsFixture, folder: string): GitOperation[] {
  const command = (...args: string[]) => ({ args, env: clientEnv, cwd: local.folder });
  const target = join(folder, 'effects-%n%');
  const inTarget = (...args: string[]) => ({ ...command(...args), folder: target });
  const commitId = (n: number) => String(local.commits[n * 7]);
  return [
    { name: 'git ls-remote', command: (_, url) => command('ls-remote', '--quiet', url) },
    { name: 'git clone', command: (_, url) => inTarget('clone', '--quiet', '--bare', url, target) },
    {
      name: 'git clone, shallow',
      command: (_, url) => inTarget('clone', '--quiet', '--bare', '--depth=1', url, target),
    },
    {
      name: 'git fetch of one commit',
      // Into a new repository, as continuous integration does.
      command: (n, url) =>
        inTarget(
          ...[
            '-c',
            `alias.one=!git init -q --bare ${target} && git -C ${target} fetch -q --depth=1 ${url} ${commitId(n)}`,
          ],
          'one',
        ),
    },
    {
      name: 'git push',
      // Each push has a commit that is new to the server, on its own branch.
      command: (n, url) => command('push', '--quiet', url, `${pushRef(n)}:refs/heads/pushed/%n%`),
    },
  ];
}

export interface Yardstick {
  url: string;
  pid: number;
}

/** Starts the yardstick with the same history, pushed in the same way. */
export async function startYardstick(
  { local }: EffectsFixture,
  folder: string,
  shutdown: ShutdownHooks,
): Promise<Yardstick> {
  const repositories = join(folder, 'yardstick');
  const repository = join(repositories, 'history.git');
  mkdirSync(repository, { recursive: true });
  await git(repository, ['init', '--quiet', '--bare', '--initial-branch=main']);
  const child: ChildProcess = fork(join(import.meta.dirname, 'yardstick.ts'), [repositories]);
  shutdown.add(undefined, () => void child.kill());
  const [port] = (await once(child, 'message')) as [number];
  const url = `http://127.0.0.1:${port}/history.git`;
  await pushAll(local.folder, url);
  return { url, pid: Number(child.pid) };
}

/** Measures a git command with several clients at once. */
export async function measureGit(
  operation: GitOperation,
  environment: BenchEnvironment,
  { cloneUrl }: EffectsFixture,
  yardstick: Yardstick,
): Promise<GitPhase[]> {
  let used = 0;
  const results: GitPhase[] = [];
  for (const { connections, limit } of [{ connections: 1, limit: WARM_UP }, ...phases]) {
    const commandsTo = (url: string) =>
      Array.from({ length: connections * limit }, (_, n) => operation.command(used + n, url));
    const product = await measureEffects(environment, { commands: commandsTo(cloneUrl), connections, limit });
    const before = cpuByPart({ yardstick: [yardstick.pid] });
    const other = await measureEffects(environment, { commands: commandsTo(yardstick.url), connections, limit });
    const after = cpuByPart({ yardstick: [yardstick.pid] });
    used += connections * limit;
    const failure = Object.keys({ ...product.failures, ...other.failures })[0];
    if (failure) throw new Error(`${operation.name} failed: ${failure}`);
    results.push({
      connections,
      product,
      yardstick: { ...other, cpuMs: ((after.yardstick ?? 0) - (before.yardstick ?? 0)) / other.sent },
    });
  }
  // The first phase warms up.
  return results.slice(1);
}
