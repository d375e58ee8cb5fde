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

/** The longest time without a success. */
export interface Outage {
  ms: number;
  /** Requests that failed or were late in this time, as `200 after 1.5 s`. */
  responses: string[];
}

/** The longest outage of each kind in any repository. */
export interface Outages {
  reads: Outage;
  writes: Outage;
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
  end: () => Outages;
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
      return status;
    };
    const write = async () => {
      const name = `probe-${randomBytes(8).toString('hex')}`;
      const actions = [{ action: 'create', file_path: name, content: name }];
      const commit = { branch: BRANCH, commit_message: name, actions };
      const { status, body } = await api<{ id: string }>('POST', `${path}/commits`, commit);
      if (status === 201) acknowledged.get(id)?.push(body.id);
      return status;
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
      const ended = probes.map((probe) => ({ kind: probe.kind, outage: probe.end() }));
      const longestOf = (kind: 'reads' | 'writes') =>
        ended
          .filter((one) => one.kind === kind)
          .map(({ outage }) => outage)
          .reduce((longest, outage) => (outage.ms > longest.ms ? outage : longest));
      return { reads: longestOf('reads'), writes: longestOf('writes') };
    },
    stop: async () => void (await Promise.all(probes.map((probe) => probe.stop()))),
  };
}

/** Sends requests at a fixed rate; a request resolves to the status of its response. */
function startProbe(request: () => Promise<number>, intervalMs: number) {
  let lastSuccess = performance.now();
  let longest: Outage = { ms: 0, responses: [] };
  /** Responses since the last success, and the late one that was the next success. */
  let responses: string[] = [];
  const pending = new Set<Promise<void>>();
  const note = () => {
    const now = performance.now();
    if (now - lastSuccess > longest.ms) longest = { ms: now - lastSuccess, responses };
    return now;
  };
  const send = () => {
    if (pending.size >= MAX_PENDING) return;
    const start = performance.now();
    const sent = request()
      // A lost connection or a timeout.
      .catch((error: unknown) => (error instanceof Error ? error.name : 'an error'))
      .then((status) => {
        responses.push(`${status} after ${((performance.now() - start) / 1000).toFixed(1)} s`);
        if (status !== 200 && status !== 201) return;
        lastSuccess = note();
        responses = [];
      });
    pending.add(sent);
    void sent.finally(() => pending.delete(sent));
  };
  const timer = setInterval(send, intervalMs);
  return {
    begin() {
      lastSuccess = performance.now();
      longest = { ms: 0, responses: [] };
      responses = [];
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
