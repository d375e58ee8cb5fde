import { internalOperation, type Call } from '@forgemesh/rpc';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import type { LogPart } from '#refs/packs';
import type { InternalReplicasDeps } from './deps';

/** Lets a replica follow a part of the log of its original. */
export const applyReplicaLog = internalOperation(
  ReplicaServiceDefinition.applyReplicaLog,
  async ({ project_id, wiki, log }, { deps }: Call<InternalReplicasDeps>) => {
    const location = deps.storages.locate(project_id, '', wiki ? 'wiki' : 'project');
    const part = JSON.parse(log) as LogPart;
    const missing = await deps.replicaQueue.run(location.repo, () => deps.replicaLogs.applyPart(location, part));
    if (missing.length === 0) deps.maintenance.schedule(location.repo);
    return { missing, incarnation: part.incarnation, seq: part.seq };
  },
);
