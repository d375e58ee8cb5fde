// How late the other processes of a repository show a write that one of them has acknowledged.

import { createApi, createGroup, createProject } from '../fixture/index.ts';
import { removeLimits } from '../fixture/remove-limits.ts';
import { startEnvironment } from '../environment.ts';
import { quantile } from './quantile.ts';
import type { BenchOptions } from '../options.ts';
import type { Log } from '../../lib/log.ts';
import type { ShutdownHooks } from '../../lib/shutdown.ts';

const PROCESSES = 3;
const PROJECTS = 3;
const BRANCH = 'main';

/** Milliseconds from the acknowledgement of a commit until another process has shown it. */
export interface LagFigures {
  p50: number;
  p99: number;
  /** The same requests to the process that has written it. */
  own: { p50: number; p99: number };
  /** Responses that did not show an acknowledged commit. */
  stale: number;
}

export async function measureLag({ quick }: BenchOptions, log: Log, shutdown: ShutdownHooks): Promise<LagFigures> {
  const { url, rootToken, memberUrls } = await log.step(`Starting a mesh with ${PROCESSES} repository processes`, () =>
    startEnvironment(log, shutdown, 'separate', { FORGE_PACKS: 'objects' }, PROCESSES),
  );
  const root = createApi(url, rootToken);
  await removeLimits(root);
  const group = await createGroup(root, 'lag');
  const projects: number[] = [];
  for (let n = 0; n < PROJECTS; n++) projects.push((await createProject(root, `lag ${n}`, group)).id);
  const members = memberUrls.map((address) => createApi(address, rootToken));
  const times = { own: [] as number[], other: [] as number[] };
  let stale = 0;
  await log.step('Writes, and reads from each process', async () => {
    for (let round = 0; round < (quick ? 30 : 200); round++) {
      const writer = round % PROCESSES;
      const path = `/projects/${projects[Math.floor(round / PROCESSES) % PROJECTS]}/repository`;
      const file = { action: 'create', file_path: `file-${round}`, content: `${round}\n` };
      const commit = { branch: BRANCH, commit_message: `round ${round}`, actions: [file] };
      const { id } = (await members[writer]?.('POST', `${path}/commits`, commit)) ?? {};
      const from = performance.now();
      const read = async (member: number) => {
        const branch = await members[member]?.('GET', `${path}/branches/${BRANCH}`);
        if ((branch?.commit as { id: unknown }).id !== id) stale++;
        (member === writer ? times.own : times.other).push(performance.now() - from);
      };
      await Promise.all(members.map((_, member) => read(member)));
    }
  });
  const summary = (list: readonly number[]) => ({ p50: quantile(list, 0.5), p99: quantile(list, 0.99) });
  return { ...summary(times.other), own: summary(times.own), stale };
}
