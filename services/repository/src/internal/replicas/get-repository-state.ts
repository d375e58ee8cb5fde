import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { internalOperation } from '../../operation';
import { factsDigest, readFacts } from '../../storage/replicas/facts';

const BRANCHES = 'refs/heads/';
/** Many refs take a while. */
const TIMEOUT_MS = 10 * 60_000;

/** Tells how a repository is now. */
export const getRepositoryState = internalOperation(
  ReplicaServiceDefinition.getRepositoryState,
  async ({ project_id, storage, wiki }, { deps, signal }) => {
    const { repo } = deps.storages.locate(project_id, storage, wiki ? 'wiki' : 'project');
    const [{ checksum, head }, facts] = await Promise.all([
      deps.transportGit.repositoryState({ repo }, { timeoutMs: TIMEOUT_MS, signal }),
      wiki ? null : readFacts(deps, project_id),
    ]);
    return {
      checksum: checksum ?? undefined,
      head: head?.startsWith(BRANCHES) ? head.slice(BRANCHES.length) : '',
      facts_digest: facts === null ? '' : factsDigest(facts),
    };
  },
);
