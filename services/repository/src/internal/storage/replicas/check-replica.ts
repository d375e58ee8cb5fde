import { internalOperation, type Call } from '@forgemesh/rpc';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { openExisting } from '#refs/packs';
import { HOUR_MS } from '@forgemesh/service/durations';
import type { InternalReplicasDeps } from './deps';

/** A check takes time proportional to the size of the repository. */
const TIMEOUT_MS = 2 * HOUR_MS;

/** Checks the objects of a replica. */
export const checkReplica = internalOperation(
  ReplicaServiceDefinition.checkReplica,
  async ({ project_id, wiki }, { deps, signal }: Call<InternalReplicasDeps>) => {
    const location = deps.storages.locate(project_id, '', wiki ? 'wiki' : 'project');
    const { repo } = location;
    if (!(await openExisting(deps.packs, location))) return { problem: '' };
    const input = { repo, timeoutMs: TIMEOUT_MS };
    const options = { timeoutMs: 0, signal };
    const { problem } = await deps.transportGit.checkRepository(input, options);
    if (problem === null) return { problem: '' };
    // A pack that maintenance replaced during the check looks like damage.
    return { problem: (await deps.transportGit.checkRepository(input, options)).problem ?? '' };
  },
);
