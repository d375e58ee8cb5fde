// Names in the cluster that the steps share.

import { join } from 'node:path';
import { root } from '../../lib/root.ts';
import { gateway, services } from '../../mesh/services.ts';
import type { Profile } from '../values.ts';

export const chart = join(root, 'deploy/helm/forgemesh');
export const release = 'forge';
/** Prefix of the names of all objects. */
export const full = `${release}-forgemesh`;
/** Selects the objects of the release. */
export const releaseSelector = `app.kubernetes.io/instance=${release}`;
/** Pod of the client that sends requests. */
export const driver = 'driver';
export const STEP_TIMEOUT = '600s';

export const datastores = ['mongodb', 'nats'];

/**
 * Components of the release, without datastores. In the profile `single`, the pod is that of
 * repository.
 */
export const componentsOf: Record<Profile, string[]> = {
  separate: [gateway, ...services].map(({ name }) => name),
  single: ['repository'],
};

/** @returns the workload of a component, as kubectl names it */
export function workloadOf(component: string): string {
  return `${['repository', ...datastores].includes(component) ? 'statefulset' : 'deployment'}/${full}-${component}`;
}
