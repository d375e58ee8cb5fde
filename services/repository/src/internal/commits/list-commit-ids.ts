import { internalOperation, type Call } from '@forgemesh/rpc';
import { CommitLineServiceDefinition } from '@forgemesh/proto/repository/v1/commit_line';
import { findCommitId, type RevisionDeps } from '#commits';

const MAX_IDS = 100;

/** Resolves abbreviated commit ids; branches of the same name are ignored. */
export const listCommitIds = internalOperation(
  CommitLineServiceDefinition.listCommitIds,
  async (request, { deps }: Call<RevisionDeps>) => {
    const { repo } = deps.storages.locate(request.project_id, request.storage);
    const found = await Promise.all(
      request.short_ids.slice(0, MAX_IDS).map(async (short) => [short, await findCommitId(deps, repo, short)] as const),
    );
    const ids = found.flatMap(([short, id]) => (id?.startsWith(short) ? [[short, id] as const] : []));
    return { commit_ids: Object.fromEntries(ids) };
  },
);
