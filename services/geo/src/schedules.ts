/** Work at intervals, by role. */
import { isForgeError } from '@forgemesh/errors';
import type { Schedule } from '@forgemesh/service';
import { config } from './config';
import { removeOldEvents } from './events/event.model';
import { followEvents } from './following/follow-events';
import { walkFiles } from './following/walk-files';
import { walkProjects } from './following/walk-projects';
import { storeNodeCopies } from './nodes/node-copy';
import type { NodeDocument } from './nodes/node.model';
import type { Geo } from './deps';
import { ownReport } from './statuses/own-report';

const HOUR_MS = 60 * 60_000;

/** Keeps the log from growing for ever. */
const cleanLog: Schedule<Geo> = {
  name: 'geo-log-cleanup',
  everyMs: HOUR_MS,
  run: ({ events }) => removeOldEvents(events),
};

/** Follows the primary, and takes the copies that are due. */
const follow: Schedule<Geo> = {
  name: 'geo-follow',
  everyMs: config.FORGE_GEO_POLL_INTERVAL_SECONDS * 1000,
  run: (deps) =>
    unlessCut(deps, async () => {
      await followEvents(deps);
      await walkProjects(deps);
      await walkFiles(deps);
      await Promise.all([deps.repositoryCopier.takeDue(deps), deps.fileCopier.takeDue(deps)]);
    }),
};

/** Tells the primary how this node is, and learns of the others. */
const report: Schedule<Geo> = {
  name: 'geo-report',
  everyMs: config.FORGE_GEO_HEARTBEAT_INTERVAL_SECONDS * 1000,
  run: (deps) =>
    unlessCut(deps, async () => {
      const { geo_node_id: id, nodes } = await deps.primary.report(await ownReport(deps));
      const copies = JSON.parse(nodes) as NodeDocument[];
      await storeNodeCopies(deps.nodes, copies);
      if (!copies.some((node) => node._id === id && deps.site.isCurrent(node)))
        deps.log.error({ geo_node_id: id }, 'FORGE_GEO_NODE_NAME is not the name of the node with these credentials');
    }),
};

/** A primary that cannot be reached is no failure of this node: its status tells of it. */
async function unlessCut({ link, log }: Geo, work: () => Promise<void>): Promise<void> {
  const wasCut = link.isCut();
  try {
    await work();
    if (wasCut) log.info('the primary answers again');
  } catch (error) {
    if (!isForgeError(error) || error.reason !== 'unavailable') throw error;
    if (!wasCut) log.warn({ err: error }, 'the primary does not answer');
  }
}

/** Removes every day what a crash left behind: contents of files that are copied no more. */
const sweepFiles: Schedule<Geo> = {
  name: 'geo-sweep-files',
  everyMs: 24 * HOUR_MS,
  run: ({ files, fileStore }) =>
    fileStore.sweep(new Date(Date.now() - 24 * HOUR_MS), (keys) => files.distinct('_id', { _id: { $in: keys } })),
};

export const schedules = config.FORGE_GEO_ROLE === 'primary' ? [cleanLog] : [follow, report, sweepFiles];
