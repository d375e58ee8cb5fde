// Waits until the release is stable, so that two observations of its pods can be compared.

import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster, ClusterObject } from './kubectl.ts';

export interface PodState {
  name: string;
  uid: string;
  /** Its service; that of the single pod is repository. */
  service: string | undefined;
  /** Its service or datastore. */
  component: string | undefined;
  containers: string[];
}

const POLL_MS = 2_000;
/** Number of equal results in a row; controllers may not have reacted at the first one. */
const MIN_EQUAL_POLLS = 3;

/**
 * Waits until every workload has its desired replicas and no pod is added or removed.
 * @param selector of the release
 * @returns the pods
 */
export async function waitForStable(
  { list }: Pick<Cluster, 'list'>,
  selector: string,
  waitTimeoutMs = 600_000,
): Promise<PodState[]> {
  const end = Date.now() + waitTimeoutMs;
  for (let same = 0, previous = ''; ; await pause(POLL_MS)) {
    const [workloads, all] = await Promise.all([list('deployments,statefulsets', selector), list('pods', selector)]);
    // Pods of chart hooks are not part of the release, and those of jobs end.
    const pods = all.filter(
      ({ metadata, status }) => !metadata.annotations?.['helm.sh/hook'] && status.phase !== 'Succeeded',
    );
    const unstable = [...workloads.flatMap(unstableWorkload), ...pods.flatMap(unstablePod)];
    const now = pods.flatMap(({ metadata, status }) => [metadata.uid, ...containersOf(status)]).join();
    same = unstable.length === 0 && now === previous ? same + 1 : 0;
    previous = now;
    if (same >= MIN_EQUAL_POLLS - 1) {
      return pods.map(({ metadata: { name, uid, labels }, status }) => ({
        name,
        uid,
        service: labels['forgemesh/service'],
        containers: containersOf(status),
        component: labels['app.kubernetes.io/component'],
      }));
    }
    if (Date.now() > end) throw new Error(`not stable: ${unstable.join(', ') || 'pods are added or removed'}`);
  }
}

/**
 * Describes which pods were replaced between two observations.
 * @returns one text for each removed or new pod
 */
export function describeReplacedPods(before: PodState[], after: PodState[]): string[] {
  const removed = before.filter(({ uid }) => !after.some((pod) => pod.uid === uid));
  const added = after.filter(({ uid }) => !before.some((pod) => pod.uid === uid));
  return [...removed.map(({ name }) => `${name} was removed`), ...added.map(({ name }) => `${name} is new`)];
}

function unstableWorkload({ kind, metadata, spec, status }: ClusterObject): string[] {
  const expected = spec.replicas ?? 1;
  const counts = [status.replicas ?? 0, status.updatedReplicas ?? 0, status.readyReplicas ?? 0];
  const isObserved = status.observedGeneration >= metadata.generation;
  return isObserved && counts.every((count) => count === expected)
    ? []
    : [`${kind} ${metadata.name} has ${counts.join('/')} of ${expected}`];
}

function unstablePod({ metadata, status }: ClusterObject): string[] {
  if (metadata.deletionTimestamp) return [`${metadata.name} is terminating`];
  const isReady = status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True');
  return isReady ? [] : [`${metadata.name} is not ready`];
}

/** @returns ids of the running containers */
function containersOf(status: ClusterObject['status']): string[] {
  return (status.containerStatuses ?? []).map(({ containerID }) => containerID ?? '');
}
