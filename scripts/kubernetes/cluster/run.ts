// What the steps of a cluster run share: access to the cluster, the load, and the result.

import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../lib/log.ts';
import { profileOf, type Profile } from '../values.ts';
import type { Figures } from './driver.ts';
import { reachCluster, type Cluster, type ClusterObject } from './kubectl.ts';
import { chart, driver, release, releaseSelector, STEP_TIMEOUT, workloadOf } from './names.ts';
import type { Options } from './options.ts';

export interface ClusterRun {
  options: Options;
  /** The profile of the installation. */
  profile: Profile;
  cluster: Cluster;
  /**
   * Runs a step if it is selected, and prints its result.
   * @param work resolves to the result shown for the step
   */
  step: (name: string, work: () => Promise<string>) => Promise<void>;
  failedSteps: () => number;
  /** Waits until the workloads of components are ready. */
  ready: (components: string[]) => Promise<void>;
  podsOf: (component: string) => Promise<ClusterObject[]>;
  /** Upgrades the release and keeps its values. */
  upgrade: (...settings: string[]) => Promise<void>;
  /** Runs a command of the client in the cluster. */
  runDriver: <Result>(...words: string[]) => Promise<Result>;
  /**
   * Runs work while clients send requests.
   * @param gateway URL of the gateway that they use; the gateway's Service if missing
   * @returns figures of the requests
   */
  underLoad: (work: () => Promise<unknown>, gateway?: string) => Promise<Figures>;
  /**
   * Runs work under load and fails if a request fails.
   * @returns the figures as text
   */
  withoutFailure: (work: () => Promise<unknown>) => Promise<string>;
  /** Fails if a write that was acknowledged is lost. */
  verifyAcknowledged: () => Promise<string>;
}

/** Steps that the other steps depend on. */
const requiredSteps = ['install', 'project, push'];

/** @throws if the cluster is unreachable */
export async function createRun(options: Options, log: Log): Promise<ClusterRun> {
  const cluster = await reachCluster(options.namespace);
  const { kubectl, helm, list, execJson } = cluster;
  const profile = profileOf(options.values);
  let failed = 0;

  const runDriver = <Result>(...words: string[]) => execJson<Result>(driver, 'node', '/driver/driver.mts', ...words);

  const underLoad = async (work: () => Promise<unknown>, gateway = ''): Promise<Figures> => {
    const load = runDriver<Figures>('load', gateway);
    await Promise.race([load, pause(3_000)]);
    try {
      await work();
      await pause(3_000);
    } finally {
      await kubectl('exec', driver, '--', 'touch', '/tmp/stop');
    }
    return load;
  };

  return {
    options,
    profile,
    cluster,
    runDriver,
    underLoad,
    step: async (name, work) => {
      const isSelected =
        options.only.length === 0 || [...requiredSteps, ...options.only].some((text) => name.includes(text));
      if (!isSelected) return;
      const from = performance.now();
      const seconds = () => ((performance.now() - from) / 1000).toFixed(1);
      try {
        const found = await work();
        log.print(`ok      ${name} (${seconds()} s): ${found}`);
      } catch (error) {
        failed++;
        log.print(`FAILED  ${name} (${seconds()} s): ${error instanceof Error ? error.message : String(error)}`);
      }
    },
    failedSteps: () => failed,
    ready: async (components) => {
      for (const component of components) {
        await kubectl('rollout', 'status', workloadOf(component), '--timeout', STEP_TIMEOUT);
      }
    },
    podsOf: (component) => list('pods', `${releaseSelector},app.kubernetes.io/component=${component}`),
    upgrade: async (...settings) => {
      const args = ['--reset-then-reuse-values', ...settings, '--wait', '--timeout', STEP_TIMEOUT];
      await helm('upgrade', release, chart, ...args);
    },
    withoutFailure: async (work) => {
      const figures = await underLoad(work);
      if (figures.failures > 0) throw new Error(`${describeFigures(figures)}\n  ${figures.examples.join('\n  ')}`);
      return describeFigures(figures);
    },
    verifyAcknowledged: async () => {
      const { acknowledged, lost } = await runDriver<{ acknowledged: number; lost: string[] }>('verify');
      if (lost.length > 0) throw new Error(`${lost.length} of ${acknowledged} lost: ${lost.slice(0, 5).join('; ')}`);
      return `${acknowledged} acknowledged writes, none lost`;
    },
  };
}

export function describeFigures({ requests, git, failures, slowest_ms, slowest, longest_gap_ms, seconds }: Figures) {
  const gap = failures > 0 ? `, at most ${longest_gap_ms} ms without a success` : '';
  return `${requests} requests and ${git} git commands in ${seconds} s, ${failures} failed${gap}, the slowest (${slowest}) took ${slowest_ms} ms`;
}
