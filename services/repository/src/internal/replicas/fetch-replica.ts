import { checkTarget } from '@forgemesh/web';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { outcomeOf } from '../../mirrors/open-remote';
import { internalOperation } from '../../operation';
import { removeCopy } from '../../storage/replicas/remove-copy';

/** Where the original is was set by whoever runs this node. */
const policy = { allowLocal: true, allowList: [] };

/** Makes a copy of a repository what its original is. Fetches of one repository take turns. */
export const fetchReplica = internalOperation(
  ReplicaServiceDefinition.fetchReplica,
  async ({ project_id, wiki, url, authorization, head, from_scratch }, { deps, signal }) => {
    const location = deps.storages.locate(project_id, '', wiki ? 'wiki' : 'project');
    const { repo } = location;
    const { error } = await outcomeOf(() =>
      deps.replicaQueue.run(repo, async () => {
        const target = await checkTarget(url, policy);
        if (from_scratch) await removeCopy(deps, location);
        await deps.transportGit.ensureRepository({ repo });
        const remote = { url: target.url.href, address: target.address, authorization };
        await deps.transportGit.fetchReplica({ repo, remote }, { timeoutMs: 0, signal });
        if (head !== '') await deps.git.setHead({ repo, branch: head });
        return { error: '', changed_refs_count: 0 };
      }),
    );
    return { error };
  },
);
