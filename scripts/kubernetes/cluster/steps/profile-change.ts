// The change between the profiles on the same data.

import type { Profile } from '../../values.ts';
import { componentsOf, datastores, releaseSelector } from '../names.ts';
import { describeFigures, type ClusterRun } from '../run.ts';
import { waitForStable } from '../wait-for-stable.ts';
import { helmTest } from './installation.ts';

/** Changes from `single` to `separate` and back. */
export async function changeProfile(run: ClusterRun) {
  await run.step('change to the profile separate', () => change(run, 'separate'));
  await run.step('change to the profile single', () => change(run, 'single'));
}

async function change({ cluster, upgrade, underLoad, verifyAcknowledged }: ClusterRun, profile: Profile) {
  const volumes = async () => (await claims()).map(({ metadata: { name, uid } }) => `${name} ${uid}`).sort();
  const claims = async (): Promise<{ metadata: { name: string; uid: string } }[]> =>
    JSON.parse(await cluster.kubectl('get', 'pvc', '-o', 'json')).items;
  const before = await volumes();
  const figures = await underLoad(async () => {
    await upgrade('--set', `profile=${profile}`);
    await waitForStable(cluster, releaseSelector);
  });
  const running = new Set((await waitForStable(cluster, releaseSelector)).map(({ component }) => component));
  const expected = [...componentsOf[profile], ...datastores].sort().join(', ');
  if ([...running].sort().join(', ') !== expected)
    throw new Error(`the pods are those of ${[...running].sort().join(', ')}, not of ${expected}`);
  if ((await volumes()).join() !== before.join())
    throw new Error(`the volumes changed: ${(await volumes()).join(', ')}, before ${before.join(', ')}`);
  const used = await helmTest(cluster);
  return `the same ${before.length} volumes; ${describeFigures(figures)}; ${await verifyAcknowledged()}; ${used}`;
}
