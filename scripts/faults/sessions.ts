// What clients of several repository processes observe: every process shows a write as soon as it
// is acknowledged, reads of a session never go back, and of two writers with the same old value one
// fails.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from './client.ts';
import type { Member } from './members.ts';

/** Pause between two rounds of a session (ms). */
const PAUSE_MS = 1_000;
/** How long a round waits for processes that may be suspended or cut off (ms). */
const WAIT_MS = 2_000;
const BRANCH = 'observed';

/** A read after an acknowledged write. */
interface Observation {
  member: string;
  projectId: number;
  /** Commit that was acknowledged before the read. */
  written: string;
  /** Commit that the read returned. */
  read: string;
}

/** Problems by kind. */
export interface SessionProblems {
  /** Reads that did not show a write that was acknowledged before. */
  stale: string[];
  /** Reads of a session that were older than one before. */
  backwards: string[];
  /** Branches that two writers created. */
  bothSucceeded: string[];
}

/** Running sessions. */
export interface Sessions {
  /** Numbers of what was checked. */
  counts: () => { reads: number; races: number };
  stop: () => Promise<void>;
  /** Compares what was read with the final history of the branch: its commits, the oldest first. */
  check: (historyOf: (projectId: number, branch: string) => Promise<string[]>) => Promise<SessionProblems>;
}

/** Starts a session for each project. */
export async function startSessions(
  api: ApiClient,
  members: readonly Member[],
  projects: readonly { id: number; default_branch: string }[],
): Promise<Sessions> {
  for (const { id, default_branch: ref } of projects)
    await api('POST', `/projects/${id}/repository/branches`, { branch: BRANCH, ref });
  const observations: Observation[] = [];
  const bothSucceeded: string[] = [];
  let races = 0;
  let isDone = false;
  const pending = new Set<Promise<unknown>>();
  /** Waits for work, but not for that of a process that does not respond. */
  const waitFor = async (work: Promise<unknown>) => {
    pending.add(work);
    void work.finally(() => pending.delete(work));
    await Promise.race([work, sleep(WAIT_MS)]);
  };

  const write = async (id: number) => {
    const name = `observed-${randomBytes(8).toString('hex')}`;
    const actions = [{ action: 'create', file_path: name, content: name }];
    const commit = { branch: BRANCH, commit_message: name, actions };
    const { status, body } = await api<{ id: string }>('POST', `/projects/${id}/repository/commits`, commit);
    return status === 201 ? body.id : undefined;
  };
  const observe = async ({ name, api: own }: Member, projectId: number, written: string) => {
    const until = Date.now() + WAIT_MS;
    const { status, body } = await own<{ commit: { id: string } }>(
      'GET',
      `/projects/${projectId}/repository/branches/${BRANCH}`,
    );
    // Later responses may be overtaken by those of later rounds.
    if (status === 200 && Date.now() < until)
      observations.push({ member: name, projectId, written, read: body.commit.id });
  };
  /** Two processes create the same branch at two commits. */
  const race = async (id: number, tips: readonly [string, string]) => {
    const branch = `race-${randomBytes(8).toString('hex')}`;
    const [first, second] = [...members].sort(() => Math.random() - 0.5);
    const create = async (member: Member | undefined, ref: string) =>
      (await member?.api('POST', `/projects/${id}/repository/branches`, { branch, ref }).catch(() => undefined))
        ?.status;
    const statuses = await Promise.all([create(first, tips[0]), create(second, tips[1])]);
    races++;
    if (statuses.every((status) => status === 201)) bothSucceeded.push(`${id} ${branch}`);
  };
  const run = async (id: number) => {
    let last: string | undefined;
    while (!isDone) {
      const written = await write(id).catch(() => undefined);
      if (written !== undefined) {
        await Promise.all(members.map((member) => waitFor(observe(member, id, written).catch(() => undefined))));
        if (last !== undefined) await waitFor(race(id, [last, written]));
        last = written;
      }
      await sleep(PAUSE_MS);
    }
  };
  const finished = Promise.all(projects.map(({ id }) => run(id)));
  finished.catch(() => undefined);
  return {
    counts: () => ({ reads: observations.length, races }),
    async stop() {
      isDone = true;
      await finished;
      await Promise.all(pending);
    },
    async check(historyOf) {
      const problems: SessionProblems = { stale: [], backwards: [], bothSucceeded };
      for (const { id } of projects) {
        const history = new Map((await historyOf(id, BRANCH)).map((commit, index) => [commit, index]));
        const positionOf = (commit: string) => history.get(commit) ?? -1;
        const newest = new Map<string, number>();
        for (const { member, written, read } of observations.filter(({ projectId }) => projectId === id)) {
          const description = `${member} ${id} ${read.slice(0, 8)} after ${written.slice(0, 8)}`;
          if (positionOf(read) < positionOf(written)) problems.stale.push(description);
          if (positionOf(read) < (newest.get(member) ?? -1)) problems.backwards.push(description);
          newest.set(member, Math.max(positionOf(read), newest.get(member) ?? -1));
        }
      }
      return problems;
    },
  };
}
