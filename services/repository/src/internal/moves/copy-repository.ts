import { pipeline } from 'node:stream/promises';
import { ConflictError } from '@forgemesh/errors';
import { contentOf } from '@forgemesh/rpc';
import { StorageMoveServiceDefinition } from '@forgemesh/proto/repository/v1/storage_move';
import { isGitError } from '@forgemesh/git-engine';
import { internalOperation } from '../../operation';
import { removeCopy } from '../../storage/replicas/remove-copy';
import { repositoryKinds, type RepositoryLocation } from '../../storage/repository-location';
import type { Repositories } from '../../deps';

const BRANCHES = 'refs/heads/';
/** Many refs take a while. */
const STATE_MS = 10 * 60_000;

/** Makes copies of the repositories of a project. What an earlier try left is given up. */
export const copyRepository = internalOperation(
  StorageMoveServiceDefinition.copyRepository,
  async ({ project_id, storage, source_storage, move }, { deps, signal }) => {
    const { closedPlaces, storages, replicaQueue } = deps;
    await closedPlaces.close(project_id, storages.place(project_id, storage, 'project').storage, move);
    for (const kind of repositoryKinds) {
      const location = storages.locate(project_id, storage, kind);
      const error = await replicaQueue.run(location.repo, async () => {
        // Whoever waited here may have been overtaken by another move, whose copy must stay.
        if (!(await closedPlaces.isHeldBy(project_id, location.storage, move)))
          throw new ConflictError('Another move of the project has begun');
        return copy(deps, location, { source_storage, signal });
      });
      if (error !== '') return { error };
    }
    return { error: '' };
  },
);

/** Answers why it failed, for users, or an empty text. */
async function copy(
  deps: Repositories,
  location: RepositoryLocation,
  { source_storage, signal }: { source_storage: string; signal: AbortSignal },
): Promise<string> {
  const { repo, project_id, kind } = location;
  const wiki = kind === 'wiki';
  const what = wiki ? 'wiki' : 'repository';
  const source = { project_id, storage: source_storage, wiki };
  const { checksum, head } = await deps.clients.replicas.getRepositoryState(source, { timeoutMs: STATE_MS });
  if (checksum === undefined) return `The ${what} is damaged and has to be mended first`;
  await removeCopy(deps, location);
  const expected = { checksum, head: head === '' ? null : BRANCHES + head };
  const { stream, result } = deps.transportGit.receiveSnapshot({ repo, expected }, { signal, timeoutMs: 0 });
  try {
    await pipeline(contentOf(deps.clients.storageMoves.readRepository(source)), stream);
    await result;
    return '';
  } catch (error) {
    const refusal = await result.then(
      () => error,
      (reason: unknown) => reason,
    );
    if (!isGitError(refusal, 'refused')) throw error;
    deps.log.warn({ err: refusal, project_id }, 'the copy of a repository is not its original');
    return `The copy of the ${what} is not what the original is`;
  }
}
