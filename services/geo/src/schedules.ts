/** Scheduled work of a primary and of a secondary. */
import { isForgeError } from '@forgemesh/errors';
import type { Schedule } from '@forgemesh/service';
import { HOUR_MS } from '@forgemesh/service/durations';
import type { GeoConfig } from './config';
import { removeOldEvents } from './replication/events/event.model';
import { processEvents } from './replication/process-events';
import { backfillFiles } from './replication/backfill/backfill-files';
import { removeExcluded } from './replication/backfill/remove-excluded';
import { restartWalk } from './replication/backfill/restart-walk';
import { backfillProjects } from './replication/backfill/backfill-projects';
import { reconcileReplicationAccess } from './nodes/replication-access';
import { checkReplicas } from './replication/sync/check-replicas';
import { findOwnNode } from './nodes/find-own-node';
import { storeReplicatedNodes } from './nodes/replicated-node';
import type { NodeDocument } from './nodes/node.model';
import type { Geo } from './deps';

/** Limits the size of the replication log. */
const removeOldLogEntries: Schedule<Geo> = {
  name: 'geo-log-cleanup',
  everyMs: HOUR_MS,
  run: ({ events }) => removeOldEvents(events),
};

/** Processes the events of the primary and starts the syncs that are due. */
const replicate = (everyMs: number): Schedule<Geo> => ({
  name: 'geo-follow',
  everyMs,
  run: (deps) =>
    ignoreUnreachablePrimary(deps, async () => {
      if ((await findOwnNode(deps))?.paused) return pause(deps);
      await processEvents(deps);
      await restartWalk(deps);
      await backfillProjects(deps);
      await backfillFiles(deps);
      await Promise.all([deps.repositorySyncs.startDue(deps), deps.fileSyncs.startDue(deps)]);
    }),
});

/** Notes that changes of the primary are not followed any more. */
async function pause({ replicationState }: Geo): Promise<void> {
  if (!(await replicationState.load()).is_behind) await replicationState.update({ is_behind: true });
}

/** Starts the syncs that are due; the processes of this node share them by leases. */
const syncDueReplicas = (everyMs: number): Schedule<Geo> => ({
  name: 'geo-sync',
  everyMs,
  inEveryProcess: true,
  run: (deps) =>
    ignoreUnreachablePrimary(deps, async () => {
      if ((await findOwnNode(deps))?.paused) return;
      // Another process follows the events: without a call, this one would not notice that the
      // primary is reachable again.
      if (deps.link.isDown()) await deps.primary.settings();
      await Promise.all([deps.repositorySyncs.startDue(deps), deps.fileSyncs.startDue(deps)]);
    }),
});

/** Weekly check of the objects of each replica. */
const checkObjects: Schedule<Geo> = {
  name: 'geo-check-replicas',
  everyMs: 60_000,
  run: checkReplicas,
};

/** Reports the status of this node to the primary and stores the list of nodes that it returns. */
const reportStatus = (everyMs: number): Schedule<Geo> => ({
  name: 'geo-report',
  everyMs,
  run: (deps) =>
    ignoreUnreachablePrimary(deps, async () => {
      const { geo_node_id: id, nodes } = await deps.primary.report(await deps.ownReport());
      const copies = JSON.parse(nodes) as NodeDocument[];
      await storeReplicatedNodes(deps.nodes, copies);
      if (!copies.some((node) => node._id === id && deps.site.isCurrent(node)))
        deps.log.error({ geo_node_id: id }, 'FORGE_GEO_NODE_NAME is not the name of the node with these credentials');
    }),
});

/** An unreachable primary is not an error of this node; the node status reports it. */
async function ignoreUnreachablePrimary({ link, log }: Geo, work: () => Promise<void>): Promise<void> {
  const wasDown = link.isDown();
  try {
    await work();
    if (wasDown) log.info('the primary is reachable again');
  } catch (error) {
    if (!isForgeError(error) || error.reason !== 'unavailable') throw error;
    if (!wasDown) log.warn({ err: error }, 'the primary is unreachable');
  }
}

/** Daily removal of file contents without a document, which crashes may leave behind. */
const sweepFiles: Schedule<Geo> = {
  name: 'geo-sweep-files',
  everyMs: 24 * HOUR_MS,
  run: ({ files, fileStore }) =>
    fileStore.sweep(new Date(Date.now() - 24 * HOUR_MS), (keys) => files.distinct('_id', { _id: { $in: keys } })),
};

/** Removal of the replicas that have been outside of the selection for longer than the grace. */
const removeExcludedReplicas: Schedule<Geo> = {
  name: 'geo-remove-excluded',
  everyMs: 60_000,
  run: removeExcluded,
};

/** The schedules of the node's role. */
export function schedules(config: GeoConfig): Schedule<Geo>[] {
  if (config.FORGE_GEO_ROLE === 'primary') return [removeOldLogEntries, reconcileReplicationAccess];
  return [
    replicate(config.FORGE_GEO_POLL_INTERVAL_SECONDS * 1000),
    reportStatus(config.FORGE_GEO_HEARTBEAT_INTERVAL_SECONDS * 1000),
    syncDueReplicas(config.FORGE_GEO_POLL_INTERVAL_SECONDS * 1000),
    sweepFiles,
    checkObjects,
    removeExcludedReplicas,
  ];
}
