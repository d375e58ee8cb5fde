// How long repositories are unavailable: reads and writes are sent at a fixed rate, however long
// the responses take, and the longest time without a success is measured.

import { randomBytes } from 'node:crypto';
import type { ApiClient } from './client.ts';

/** Pauses between two requests for one repository (ms). */
const READ_INTERVAL_MS = 300;
const WRITE_INTERVAL_MS = 1_000;
/**
 * Maximum number of requests of a kind for one repository that wait for a response: more would keep
 * a slow machine busy.
 */
const MAX_PENDING = 5;

/** The longest times without a success (ms). */
export interface Outage {
  reads: number;
  writes: number;
}

/** Measures the availability of repositories. */
export interface Availability {
  /** Branch that is written to. */
  branch: string;
  /** Commits of acknowledged writes by project id. */
  acknowledged: ReadonlyMap<number, string[]>;
  /** Starts a measurement, which `end` completes. */
  begin: () => void;
  /** Returns the longest outage of each kind in any repository since `begin`. */
  end: () => Outage;
  /** Stops the requests, and resolves when the last one has ended. */
  stop: () => Promise<void>;
}

/** A repository that is probed. */
interface ProbedProject {
  id: number;
  default_branch: string;
}

const BRANCH = 'probed';

/** Creates a branch in each repository, and starts the requests. */
export async function startAvailability(api: ApiClient, projects: readonly ProbedProject[]): Promise<Availability> {
  for (const { id, default_branch: ref } of projects) {
    const { status } = await api('POST', `/projects/${id}/repository/branches`, { branch: BRANCH, ref });
    if (status !== 201) throw new Error(`The branch to write to could not be created: ${status}`);
  }
  const acknowledged = new Map(projects.map(({ id }) => [id, [] as string[]]));
  const probes = projects.flatMap(({ id, default_branch: branch }) => {
    const path = `/projects/${id}/repository`;
    const read = async () => {
      const { status } = await api('GET', `${path}/branches/${encodeURIComponent(branch)}`);
      return status === 200;
    };
    const write = async () => {
      const name = `probe-${randomBytes(8).toString('hex')}`;
      const actions = [{ action: 'create', file_path: name, content: name }];
      const commit = { branch: BRANCH, commit_message: name, actions };
      const { status, body } = await api<{ id: string }>('POST', `${path}/commits`, commit);
      if (status === 201) acknowledged.get(id)?.push(body.id);
      return status === 201;
    };
    return [
      { kind: 'reads' as const, ...startProbe(read, READ_INTERVAL_MS) },
      { kind: 'writes' as const, ...startProbe(write, WRITE_INTERVAL_MS) },
    ];
  });
  return {
    branch: BRANCH,
    acknowledged,
    begin: () => probes.forEach((probe) => probe.begin()),
    end() {
      const outage: Outage = { reads: 0, writes: 0 };
      for (const probe of probes) outage[probe.kind] = Math.max(outage[probe.kind], probe.end());
      return outage;
    },
    stop: async () => void (await Promise.all(probes.map((probe) => probe.stop()))),
  };
}

/** Sends requests at a fixed rate. */
function startProbe(request: () => Promise<boolean>, intervalMs: number) {
  let lastSuccess = performance.now();
  let longest = 0;
  const pending = new Set<Promise<void>>();
  const note = () => {
    const now = performance.now();
    longest = Math.max(longest, now - lastSuccess);
    return now;
  };
  const send = () => {
    if (pending.size >= MAX_PENDING) return;
    const sent = request().then(
      (isSuccess) => {
        if (isSuccess) lastSuccess = note();
      },
      // A lost connection or a timeout.
      () => undefined,
    );
    pending.add(sent);
    void sent.finally(() => pending.delete(sent));
  };
  const timer = setInterval(send, intervalMs);
  return {
    begin() {
      lastSuccess = performance.now();
      longest = 0;
    },
    end() {
      note();
      return longest;
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(pending);
    },
  };
}
