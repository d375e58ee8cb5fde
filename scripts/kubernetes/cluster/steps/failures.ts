// Pods and nodes that end without notice: no acknowledged write may be lost.

import { setTimeout as pause } from 'node:timers/promises';
import { runOrFail } from '../../../lib/processes.ts';
import type { Figures } from '../driver.ts';
import { componentsOf, datastores, driver, releaseSelector, STEP_TIMEOUT } from '../names.ts';
import { describeFigures, type ClusterRun } from '../run.ts';
import { describeReplacedPods, waitForStable, type PodState } from '../wait-for-stable.ts';

/** Kills each pod, evicts each, and kills all at the same time. */
export async function killPods(run: ClusterRun) {
  const { kubectl, evict } = run.cluster;
  const components = componentsOf[run.profile];
  /** Runs work under load and compares the acknowledged writes with what is stored. */
  const withoutLoss = async (work: () => Promise<unknown>) => {
    const figures = await run.underLoad(work);
    return `${describeFigures(figures)}; ${await run.verifyAcknowledged()}`;
  };

  for (const name of [...components, ...datastores]) {
    await run.step(`kill -9 of ${name}`, async () => {
      const [pod] = await run.podsOf(name);
      if (!pod) return 'not part of the release';
      return withoutLoss(async () => {
        await kubectl('delete', 'pod', pod.metadata.name, '--force', '--grace-period=0');
        await run.ready([name]);
        await run.ready(components);
      });
    });
  }

  await run.step('eviction of each pod, one after the other', () =>
    withoutLoss(async () => {
      for (const name of [...components, ...datastores]) {
        const pods = await run.podsOf(name);
        for (const { metadata } of pods) await evict(metadata.name);
        if (pods.length > 0) await run.ready([name]);
      }
    }),
  );

  await run.step('kill -9 of everything at the same time', () =>
    withoutLoss(async () => {
      await kubectl('delete', 'pod', '-l', releaseSelector, '--force', '--grace-period=0');
      await waitForStable(run.cluster, releaseSelector);
    }),
  );
}

/** Restarts the node with the command of the options. */
export async function restartNode({ options, cluster, ...run }: ClusterRun) {
  const command = options['restart-node'];
  if (!command) return;
  await run.step('restart of the node', async () => {
    const before = await waitForStable(cluster, releaseSelector);
    // The client runs on the same node; writes acknowledged before the restart are recorded in
    // its volume.
    const cut = run.runDriver<Figures>('load').catch(() => undefined);
    await Promise.race([cut, pause(5_000)]);
    await runOrFail('sh', ['-c', command]);
    const after = await retryUntilReachable(async () => {
      const pods = await waitForStable(cluster, releaseSelector);
      const alive = before.flatMap(({ containers }) => containers).filter((id) => runs(pods, id));
      if (alive.length > 0)
        throw new Error(`the command did not restart everything: ${alive.length} containers still run`);
      return pods;
    });
    await cluster.kubectl('wait', '--for=condition=Ready', `pod/${driver}`, '--timeout', STEP_TIMEOUT);
    const texts = describeReplacedPods(before, after);
    const kept = await run.verifyAcknowledged();
    const figures = await run.withoutFailure(() => pause(5_000));
    return `${after.length} pods run again, ${texts.join(', ') || 'none replaced'}; ${kept}; then ${figures}`;
  });
}

/** @param container its id */
function runs(pods: PodState[], container: string) {
  return pods.some(({ containers }) => containers.includes(container));
}

/** Retries while the cluster is unreachable. */
async function retryUntilReachable<T>(work: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + 300_000; ; await pause(2_000)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
