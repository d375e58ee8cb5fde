// More replicas, by hand, by load and by storage: profile `separate` only.

import { setTimeout as pause } from 'node:timers/promises';
import { componentsOf, workloadOf } from '../names.ts';
import { describeFigures, type ClusterRun } from '../run.ts';

const scaled = ['gateway', 'collaboration'];

/** Time in which calls reach replicas that have become ready, in milliseconds. */
const SPREAD_MS = 5_000;

/** How long the calls of each replica are counted, in milliseconds. */
const COUNTED_MS = 15_000;

/** Scales stateless services up and down. */
export async function scale(run: ClusterRun) {
  const { kubectl, list } = run.cluster;
  await run.step(`${scaled.join(' and ')} from 1 to 3`, async () => {
    const texts: string[] = [];
    const figures = await run.underLoad(async () => {
      for (const name of scaled) await kubectl('scale', workloadOf(name), '--replicas', '3');
      await run.ready(scaled);
      for (const name of scaled) texts.push(`${name} ${await callsPerReplica(run, name)}`);
    });
    return `calls of each: ${texts.join('; ')}; ${describeFigures(figures)}`;
  });

  await run.step(`${scaled.join(' and ')} back to 1`, () =>
    run.withoutFailure(async () => {
      for (const name of scaled) await kubectl('scale', workloadOf(name), '--replicas', '1');
      await pause(10_000);
    }),
  );

  await run.step('gateway scaled by its load', async () => {
    let maxReplicas = 0;
    const figures = await run.underLoad(async () => {
      await run.upgrade('--set', 'services.gateway.autoscaling.enabled=true');
      const end = Date.now() + 240_000;
      while (maxReplicas < 2) {
        await pause(2_000);
        const [state] = await list('deployment', 'app.kubernetes.io/component=gateway');
        maxReplicas = Math.max(maxReplicas, state?.status.readyReplicas ?? 0);
        if (Date.now() > end) throw new Error(`${maxReplicas} replicas are ready after 240 s`);
      }
    });
    await run.upgrade('--set', 'services.gateway.autoscaling.enabled=false');
    return `${maxReplicas} replicas; ${describeFigures(figures)}`;
  });
}

/** Adds a replica of repository, which is another storage. */
export async function addStorage(run: ClusterRun) {
  await run.step('another repository replica, with a new project on it', async () => {
    const figures = await run.underLoad(async () => {
      await run.upgrade('--set', 'services.repository.replicas=2');
      await run.ready(componentsOf.separate);
    });
    const { project, fork } = await run.runDriver<{ project: string; fork: string }>('storage', 'storage-1', 'default');
    const pods = (await run.podsOf('repository')).length;
    return `${pods} pods; ${project} is on the new one, and its fork ${fork} on the first; ${describeFigures(figures)}; ${await run.verifyAcknowledged()}`;
  });
}

/** Counts the calls of each replica; throws if one has less than half of its share. */
async function callsPerReplica({ podsOf, runDriver }: ClusterRun, name: string) {
  const addresses = (await podsOf(name)).map(({ status }) => status.podIP);
  await pause(SPREAD_MS);
  const before = await runDriver<Record<string, number>>('served', ...addresses);
  await pause(COUNTED_MS);
  const now = await runDriver<Record<string, number>>('served', ...addresses);
  const counts = addresses.map((address) => Number(now[address]) - Number(before[address]));
  const share = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  if (counts.some((count) => count < share / 2)) throw new Error(`${name}: calls are not spread: ${counts.join(', ')}`);
  return counts.join(', ');
}
