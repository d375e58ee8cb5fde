// A node that stops without notice: the replicas on the other nodes go on, and no acknowledged
// write is lost. Profile `separate` with the objects of repositories in the object store.

import { setTimeout as pause } from 'node:timers/promises';
import { runOrFail } from '../../../lib/processes.ts';
import type { ClusterObject } from '../kubectl.ts';
import { componentsOf, datastores, releaseSelector } from '../names.ts';
import { describeFigures, type ClusterRun } from '../run.ts';
import { waitForStable } from '../wait-for-stable.ts';

/** Port on which a gateway serves clients. */
const GATEWAY_PORT = 8080;

/** How long clients send requests before and after the loss, in milliseconds. */
const BEFORE_MS = 10_000;
const AFTER_MS = 90_000;

/**
 * Longest time that a client may need for a request, or for a git command, which consists of
 * several requests that may each meet the loss.
 */
const MAX_WAIT_MS = 10_000;

/** Stops the node of the options. */
export async function loseNode(run: ClusterRun) {
  const { 'lose-node': node, 'stop-node': command } = run.options;
  if (!node || !command) return;
  const { kubectl, list } = run.cluster;
  const components = componentsOf.separate;
  const podsOf = async () => (await list('pods', releaseSelector)).filter(isPartOfRelease);
  const surviving = (pods: ClusterObject[]) => pods.filter(({ spec }) => spec.nodeName !== node);

  await run.step('replicas for the case of a lost node', async () => {
    await run.upgrade('--set', 'defaults.replicas=2', '--set', 'services.repository.replicas=3');
    await run.ready(components);
    const pods = await podsOf();
    const alone = components.filter((name) => !surviving(pods).some((pod) => componentOf(pod) === name));
    if (alone.length > 0) throw new Error(`only on the node to lose: ${alone.join(', ')}`);
    const stores = pods.filter((pod) => pod.spec.nodeName === node && datastores.includes(componentOf(pod)));
    if (stores.length > 0) throw new Error(`the node to lose has ${stores.map(componentOf).join(', ')}`);
    return `${pods.length} pods, ${pods.length - surviving(pods).length} of them on the node to lose`;
  });

  await run.step('a lost node', async () => {
    // Clients use a gateway that stays, as behind a load balancer with health checks: the cluster
    // itself sends requests to lost pods until it has noticed the loss after 40 to 50 seconds.
    const gateway = surviving(await podsOf()).find((pod) => componentOf(pod) === 'gateway');
    if (!gateway) throw new Error('no gateway is left');
    const figures = await run.underLoad(async () => {
      await pause(BEFORE_MS);
      await runOrFail('sh', ['-c', command]);
      await pause(AFTER_MS);
    }, `http://${gateway.status.podIP}:${GATEWAY_PORT}`);
    const waits = Object.entries(figures.waits_ms).map(([what, ms]) => `${what} ${ms} ms`);
    const text = `${describeFigures(figures)}; longest times until a success: ${waits.join(', ')}`;
    const kept = await run.verifyAcknowledged();
    if (Object.values(figures.waits_ms).some((ms) => ms > MAX_WAIT_MS))
      throw new Error(`${text}; ${kept}\n  ${figures.examples.join('\n  ')}`);
    return `${text}; ${kept}`;
  });

  await run.step('replacement of the pods of the lost node', async () => {
    await kubectl('taint', 'nodes', node, 'node.kubernetes.io/out-of-service=nodeshutdown:NoExecute', '--overwrite');
    const pods = await waitForStable(run.cluster, releaseSelector);
    const figures = await run.withoutFailure(() => pause(BEFORE_MS));
    return `${pods.length} pods; ${figures}; ${await run.verifyAcknowledged()}`;
  });
}

/** Pods of chart hooks are not part of the release. */
function isPartOfRelease({ metadata }: ClusterObject): boolean {
  return metadata.annotations?.['helm.sh/hook'] === undefined;
}

function componentOf({ metadata }: ClusterObject): string {
  return metadata.labels['app.kubernetes.io/component'] ?? '';
}
