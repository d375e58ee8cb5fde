// The clients of several repository processes: those that measure the availability of repositories,
// and those that check what they read.

import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gitClient } from '../lib/git-client.ts';
import { startAvailability, type Outages } from './availability.ts';
import type { Counts } from './check.ts';
import type { Load } from './load.ts';
import type { Member } from './members.ts';
import { startSessions } from './sessions.ts';
import type { Project } from './writes.ts';

/** Number of repositories that are used; each prefers one of the processes. */
const PROJECTS = 3;

/** The outages during a fault. */
export interface FaultOutage extends Outages {
  fault: string;
}

/** Running clients. */
export interface MemberClients {
  outages: FaultOutage[];
  observed: () => { reads: number; races: number };
  /** Begins the measurement of a fault, which `end` completes. */
  begin: () => void;
  end: (fault: string) => void;
  stop: () => Promise<void>;
  /** @param folder for clones of the repositories */
  check: (folder: string) => Promise<{ counts: Counts; details: string[] }>;
}

/** Creates the projects, and starts the clients. */
export async function startMemberClients({ api, remote }: Load, members: readonly Member[]): Promise<MemberClients> {
  const projects: Project[] = [];
  for (let number = 0; number < PROJECTS; number++) {
    const name = `observed-${randomBytes(4).toString('hex')}`;
    const { status, body } = await api<Project>('POST', '/projects', { name, initialize_with_readme: true });
    if (status !== 201) throw new Error(`A project could not be created: ${status}`);
    projects.push(body);
  }
  const availability = await startAvailability(api, projects);
  const sessions = await startSessions(api, members, projects);
  const outages: FaultOutage[] = [];
  return {
    outages,
    observed: sessions.counts,
    begin: availability.begin,
    end: (fault) => void outages.push({ fault, ...availability.end() }),
    stop: async () => void (await Promise.all([availability.stop(), sessions.stop()])),
    async check(folder) {
      const clones = new Map<number, string>();
      for (const { id, path_with_namespace: path } of projects) {
        const clone = join(folder, String(id));
        mkdirSync(clone, { recursive: true });
        const url = new URL(remote);
        url.pathname = `/${path}.git`;
        await gitClient(clone).clone(url.href, '.', ['--mirror']);
        clones.set(id, clone);
      }
      const historyOf = async (id: number, branch: string) => {
        const list = await gitClient(String(clones.get(id))).raw(['rev-list', '--reverse', branch]);
        return list.split('\n').filter(Boolean);
      };
      const lost: string[] = [];
      for (const [id, commits] of availability.acknowledged) {
        const history = new Set(await historyOf(id, availability.branch));
        lost.push(...commits.filter((commit) => !history.has(commit)));
      }
      const { stale, backwards, bothSucceeded } = await sessions.check(historyOf);
      const found = {
        'acknowledged commits lost': lost,
        'reads that did not show an acknowledged write': stale,
        'reads that went back': backwards,
        'branches that two writers created': bothSucceeded,
      };
      return {
        counts: Object.fromEntries(Object.entries(found).map(([name, list]) => [name, list.length])),
        details: Object.entries(found).flatMap(([name, list]) => list.slice(0, 5).map((one) => `${name}: ${one}`)),
      };
    },
  };
}
