import { BRANCHES } from '@forgemesh/git-engine';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { metadataDigest, readMetadata } from '#storage/replicas';
import type { InternalReplicasDeps } from './deps';

/** Repositories with many refs take long. */
const TIMEOUT_MS = 10 * 60_000;

/** Gets the current state of a repository. */
export const getRepositoryState = internalOperation(
  ReplicaServiceDefinition.getRepositoryState,
  async ({ project_id, storage, wiki }, { deps, signal }: Call<InternalReplicasDeps>) => {
    const location = deps.storages.locate(project_id, storage, wiki ? 'wiki' : 'project');
    const { repo } = location;
    // Read first: the state may include later entries, which are harmless to follow again.
    const cursor = await deps.replicaLogs.readCursor(location);
    const [{ checksum, head }, metadata] = await Promise.all([
      deps.transportGit.repositoryState({ repo }, { timeoutMs: TIMEOUT_MS, signal }),
      wiki ? null : readMetadata(deps, project_id),
    ]);
    return {
      checksum: checksum ?? undefined,
      head: head?.startsWith(BRANCHES) ? head.slice(BRANCHES.length) : '',
      facts_digest: metadata === null ? '' : metadataDigest(metadata),
      log_incarnation: cursor?.incarnation ?? '',
      log_seq: cursor?.seq ?? 0,
    };
  },
);
