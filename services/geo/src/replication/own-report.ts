/** Computes the status report of this node. */
import type { NodeReport } from '@forgemesh/proto/geo/v1/node_report';
import { lastEvent } from '#replication/events';
import type { NodeDocument } from '#nodes';
import { countFailedLfsObjects, countFileReplicas, countReplicas } from './count-replicas';
import { selectedFilter } from '#replication/registry';
import { isOutdated } from '#nodes/statuses';
import type { ReplicationDeps } from './deps';

/** Computes the report of this node. */
export function computeOwnReport(deps: ReplicationDeps): Promise<NodeReport> {
  return deps.role === 'primary' ? primaryReport(deps) : secondaryReport(deps);
}

async function primaryReport(deps: ReplicationDeps): Promise<NodeReport> {
  const { clients, nodes, versions } = deps;
  const [catalogue, filesOfProjects, filesOfUsers, lfsObjects, measured, last, secondaries] = await Promise.all([
    clients.catalogue.countProjects({}),
    clients.filesOfProjects.countFiles({}),
    clients.filesOfUsers.countFiles({}),
    clients.lfsObjects.countLfsObjects({}),
    clients.replicas.countMeasurements({}),
    lastEvent(deps.events),
    nodes.model.find({ primary: false, enabled: true }, { reported_at: 1 }).lean<NodeDocument[]>(),
  ]);
  const isReporting = ({ reported_at: at }: NodeDocument): boolean => at !== undefined && !isOutdated(deps, at);
  return {
    problem: '',
    lag_seconds: 0,
    last_event_id: last?._id ?? 0,
    last_event_at: last?.at.toISOString() ?? '',
    cursor_event_id: 0,
    cursor_event_at: '',
    ...versions,
    projects_count: catalogue.projects_count,
    attachments_count: filesOfProjects.count + filesOfUsers.count,
    repositories: undefined,
    wikis: undefined,
    attachments: undefined,
    lfs_objects_count: lfsObjects.count,
    lfs_objects: undefined,
    primary: {
      secondaries: secondaries.length,
      secondaries_reporting: secondaries.filter(isReporting).length,
      ...measured,
    },
  };
}

async function secondaryReport(deps: ReplicationDeps): Promise<NodeReport> {
  const { clients, files, replicationState, link, nodes, registry, versions } = deps;
  const [state, projects, repositories, wikis, attachments, lfsObjects, failed, primary] = await Promise.all([
    replicationState.load(),
    registry.countDocuments(selectedFilter),
    countReplicas(registry, 'repository'),
    countReplicas(registry, 'wiki'),
    countFileReplicas(files),
    clients.lfsObjects.countLfsObjects({}),
    countFailedLfsObjects(registry),
    nodes.model.findOne({ primary: true }).lean<NodeDocument>(),
  ]);
  return {
    problem: link.problem(),
    lag_seconds: state.caught_up_at ? Math.max(0, Math.floor((Date.now() - state.caught_up_at.getTime()) / 1000)) : 0,
    last_event_id: state.last_event_id,
    last_event_at: state.last_event_at?.toISOString() ?? '',
    cursor_event_id: state.cursor_event_id,
    cursor_event_at: state.cursor_event_at?.toISOString() ?? '',
    ...versions,
    projects_count: projects,
    attachments_count: primary?.report?.attachments_count ?? 0,
    repositories,
    wikis,
    attachments,
    lfs_objects_count: primary?.report?.lfs_objects_count ?? 0,
    lfs_objects: { synced: lfsObjects.count, failed },
    primary: undefined,
  };
}
