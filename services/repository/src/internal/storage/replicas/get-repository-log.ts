import { internalOperation, type Call } from '@forgemesh/rpc';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { readLogPart } from '#refs/packs';
import type { InternalReplicasDeps } from './deps';

/** Gets the part of a log that a replica lacks. */
export const getRepositoryLog = internalOperation(
  ReplicaServiceDefinition.getRepositoryLog,
  async ({ project_id, storage, wiki, incarnation, after }, { deps }: Call<InternalReplicasDeps>) => {
    const location = deps.storages.locate(project_id, storage, wiki ? 'wiki' : 'project');
    const cursor = incarnation === '' ? undefined : { incarnation, seq: after };
    const found = await readLogPart(deps.logSource, location, cursor);
    if (!found) return { log: '', has_more: false, is_whole: false };
    return { log: JSON.stringify(found.part), has_more: found.hasMore, is_whole: found.part.base !== undefined };
  },
);
