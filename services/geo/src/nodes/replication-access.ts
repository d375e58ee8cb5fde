/**
 * Access of this service to the users and files of others. They refuse its calls unless a node is
 * registered; only requests of administrators enable the access.
 */
import type { Schedule } from '@forgemesh/service';
import type { NodesDeps } from './deps';

/** Enables the access, for a request of an administrator who registers a node. */
export async function enableReplicationAccess({ clients }: NodesDeps): Promise<void> {
  await clients.replicationAccess.setReplicationAccess({ enabled: true });
}

/** Disables the access if no node is registered. */
export async function disableUnusedAccess({ clients, nodes }: NodesDeps): Promise<void> {
  if ((await nodes.model.exists({})) !== null) return;
  await clients.replicationAccess.setReplicationAccess({ enabled: false });
}

/** Sets the access after an upgrade, and disables it if a crash left it enabled. */
export const reconcileReplicationAccess: Schedule<NodesDeps> = {
  name: 'geo-replication-access',
  everyMs: 1_000,
  once: true,
  isReady: ({ settings }) => settings.peek() !== undefined,
  async run(deps) {
    const { has_geo_nodes: isEnabled } = deps.settings.current();
    if (isEnabled === undefined && (await deps.nodes.model.exists({})) !== null) await enableReplicationAccess(deps);
    else if (isEnabled !== false) await disableUnusedAccess(deps);
  },
};
