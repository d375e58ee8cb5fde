// Updates: without a failed request in the profile `separate`, and with a short interruption but
// without a lost write in the profile `single`.

import { componentsOf, releaseSelector, workloadOf } from '../names.ts';
import { describeFigures, type ClusterRun } from '../run.ts';
import { describeReplacedPods, waitForStable } from '../wait-for-stable.ts';

/** Restarts each service in turn. */
export async function rollEach({ cluster, step, ready, withoutFailure }: ClusterRun) {
  for (const name of componentsOf.separate) {
    await step(`rolling update of ${name}`, () =>
      withoutFailure(async () => {
        await cluster.kubectl('rollout', 'restart', workloadOf(name));
        await ready([name]);
      }),
    );
  }
}

/** Updates one service to another image. */
export async function updateCollaboration({ options, cluster, step, upgrade, withoutFailure }: ClusterRun) {
  const tag = options['next-tag'];
  if (!tag) return;
  await step('upgrade of collaboration alone', async () => {
    const others = async () =>
      (await waitForStable(cluster, releaseSelector)).filter(({ service }) => service !== 'collaboration');
    const before = await others();
    const figures = await withoutFailure(() => upgrade('--set', `services.collaboration.image.tag=${tag}`));
    const texts = describeReplacedPods(before, await others());
    if (texts.length > 0) throw new Error(`other pods were replaced too: ${texts.join(', ')}; ${figures}`);
    return `no other pod was replaced; ${figures}`;
  });
}

/** Stops the single pod in order and starts another one. */
export async function replacePod({ cluster, step, ready, underLoad, verifyAcknowledged }: ClusterRun) {
  await step('replacement of the pod', async () => {
    const figures = await underLoad(async () => {
      await cluster.kubectl('rollout', 'restart', workloadOf('repository'));
      await ready(componentsOf.single);
    });
    return `${describeFigures(figures)}; ${await verifyAcknowledged()}`;
  });
}

/** Updates the single pod to another image; the datastores stay. */
export async function updateProgram({ options, cluster, step, upgrade, underLoad, verifyAcknowledged }: ClusterRun) {
  const tag = options['next-tag'];
  if (!tag) return;
  await step('update of the image', async () => {
    const before = await waitForStable(cluster, releaseSelector);
    const figures = await underLoad(() => upgrade('--set', `image.tag=${tag}`));
    const after = await waitForStable(cluster, releaseSelector);
    const replaced = after.filter(({ uid }) => before.every((pod) => pod.uid !== uid));
    if (replaced.length !== 1 || replaced[0]?.service !== 'repository')
      throw new Error(`not only the pod was replaced: ${describeReplacedPods(before, after).join(', ') || 'nothing'}`);
    return `no other pod was replaced; ${describeFigures(figures)}; ${await verifyAcknowledged()}`;
  });
}
