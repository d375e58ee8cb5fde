// When nothing moves in the release any more: then two looks at its pods can be compared.

import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster, ClusterObject } from './kubectl.ts';

export interface SettledPod {
  name: string;
  uid: string;
  service: string | undefined;
  containers: string[];
}

const LOOK_MS = 2_000;
/** Number of equal results in a row: controllers may not have reacted yet at the first one. */
const SAME_LOOKS = 3;

/**
 * Waits until every workload has what it wants and no pod comes or goes.
 * @param selector of the release
 * @returns the pods
 */
export async function settled(
  { list }: Pick<Cluster, 'list'>,
  selector: string,
  waitTimeoutMs = 600_000,
): Promise<SettledPod[]> {
  const end = Date.now() + waitTimeoutMs;
  for (let same = 0, known = ''; ; await pause(LOOK_MS)) {
    const [workloads, all] = await Promise.all([list('deployments,statefulsets', selector), list('pods', selector)]);
    // What a hook of the chart ran is no part of it.
    const pods = all.filter(({ metadata }) => !metadata.annotations?.['helm.sh/hook']);
    const moving = [...workloads.flatMap(movingWorkload), ...pods.flatMap(movingPod)];
    const now = pods.flatMap(({ metadata, status }) => [metadata.uid, ...containersOf(status)]).join();
    same = moving.length === 0 && now === known ? same + 1 : 0;
    known = now;
    if (same >= SAME_LOOKS - 1) {
      return pods.map(({ metadata: { name, uid, labels }, status }) => ({
        ...{ name, uid, service: labels['forgemesh/service'], containers: containersOf(status) },
      }));
    }
    if (Date.now() > end) throw new Error(`not settled: ${moving.join(', ') || 'pods come and go'}`);
  }
}

/**
 * Describes which pods were replaced between two observations.
 * @returns one text for each pod that is gone or new
 */
export function replaced(before: SettledPod[], after: SettledPod[]): string[] {
  const gone = before.filter(({ uid }) => !after.some((pod) => pod.uid === uid));
  const come = after.filter(({ uid }) => !before.some((pod) => pod.uid === uid));
  return [...gone.map(({ name }) => `${name} is gone`), ...come.map(({ name }) => `${name} is new`)];
}

function movingWorkload({ kind, metadata, spec, status }: ClusterObject): string[] {
  const wanted = spec.replicas ?? 1;
  const counts = [status.replicas ?? 0, status.updatedReplicas ?? 0, status.readyReplicas ?? 0];
  const isSeen = status.observedGeneration >= metadata.generation;
  return isSeen && counts.every((count) => count === wanted)
    ? []
    : [`${kind} ${metadata.name} has ${counts.join('/')} of ${wanted}`];
}

function movingPod({ metadata, status }: ClusterObject): string[] {
  if (metadata.deletionTimestamp) return [`${metadata.name} ends`];
  const isReady = status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True');
  return isReady ? [] : [`${metadata.name} is not ready`];
}

/** @returns ids of the containers that run */
function containersOf(status: ClusterObject['status']): string[] {
  return (status.containerStatuses ?? []).map(({ containerID }) => containerID ?? '');
}
