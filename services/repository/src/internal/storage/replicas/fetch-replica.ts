import { internalOperation, type Call } from '@forgemesh/rpc';
import { checkTarget } from '@forgemesh/http';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { runTransfer } from '#storage/mirrors';
import type { InternalReplicasDeps } from './deps';

/** The operator of this node configured the address of the original. */
const policy = { allowLocal: true, allowList: [] };

/**
 * Updates a replica of a repository from its original. Fetches of one repository run one at a time.
 */
export const fetchReplica = internalOperation(
  ReplicaServiceDefinition.fetchReplica,
  async (
    { project_id, wiki, url, authorization, head, from_scratch },
    { deps, signal }: Call<InternalReplicasDeps>,
  ) => {
    const location = deps.storages.locate(project_id, '', wiki ? 'wiki' : 'project');
    const { repo } = location;
    const { error } = await runTransfer(() =>
      deps.replicaQueue.run(repo, async () => {
        const target = await checkTarget(url, policy);
        if (from_scratch) await deps.replicaLogs.remove(location);
        const remote = { url: target.url.href, addresses: target.addresses, authorization };
        await deps.replicaLogs.fetch(location, async () => {
          await deps.transportGit.ensureRepository({ repo });
          await deps.transportGit.fetchReplica({ repo, remote }, { timeoutMs: 0, signal });
          // A replica appends nothing to its log, which has the numbers of the original.
          if (head !== '') await deps.packsDeps.git.setHead({ repo, branch: head });
        });
        return { error: '', changed_refs_count: 0 };
      }),
    );
    return { error };
  },
);
