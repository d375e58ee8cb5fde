import { pipeline } from 'node:stream/promises';
import { ConflictError } from '@forgemesh/errors';
import { internalOperation, type Call, contentOf } from '@forgemesh/rpc';
import { StorageMoveServiceDefinition } from '@forgemesh/proto/repository/v1/storage_move';
import { BRANCHES, isGitError } from '@forgemesh/git-engine';
import { removeRepositoryFiles } from '#storage/replicas';
import { repositoryKinds, type RepositoryLocation } from '#storage';
import type { InternalStorageMovesDeps } from './deps';

/** Repositories with many refs take long. */
const STATE_MS = 10 * 60_000;

/**
 * Copies the repositories of a project to this storage. Results of an earlier attempt are
 * discarded.
 */
export const copyRepository = internalOperation(
  StorageMoveServiceDefinition.copyRepository,
  async ({ project_id, storage, source_storage, move }, { deps, signal }: Call<InternalStorageMovesDeps>) => {
    const { readOnlyLocks, storages, replicaQueue } = deps;
    await readOnlyLocks.lock(project_id, storages.locateUnchecked(project_id, storage, 'project').storage, move);
    for (const kind of repositoryKinds) {
      const location = storages.locate(project_id, storage, kind);
      const error = await replicaQueue.run(location.repo, async () => {
        // Another move may have started while this one waited; its copy must stay.
        if (!(await readOnlyLocks.isLockedBy(project_id, location.storage, move)))
          throw new ConflictError('Another move of the project has started');
        return copyOne(deps, location, { source_storage, signal });
      });
      if (error !== '') return { error };
    }
    return { error: '' };
  },
);

/** Returns the error message for users, or an empty string. */
async function copyOne(
  deps: InternalStorageMovesDeps,
  location: RepositoryLocation,
  { source_storage, signal }: { source_storage: string; signal: AbortSignal },
): Promise<string> {
  const { repo, project_id, kind } = location;
  const wiki = kind === 'wiki';
  const name = wiki ? 'wiki' : 'repository';
  const source = { project_id, storage: source_storage, wiki };
  const { checksum, head } = await deps.clients.replicas.getRepositoryState(source, { timeoutMs: STATE_MS });
  if (checksum === undefined) return `The ${name} is damaged and has to be mended first`;
  const expected = { checksum, head: head === '' ? null : BRANCHES + head };
  if (deps.packs.isEnabled && (await deps.packs.has(location))) return buildFromLog(deps, location, expected, signal);
  await removeRepositoryFiles(deps, location);
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
    deps.log.warn({ err: refusal, project_id }, 'the copy of a repository differs from the original');
    return `The copy of the ${name} differs from the original`;
  }
}

/**
 * Builds the folder from the log, which both storages share. Other processes do the same when they
 * use theirs.
 */
async function buildFromLog(
  { transportGit }: InternalStorageMovesDeps,
  { repo, kind }: RepositoryLocation,
  expected: { checksum: string; head: string | null },
  signal: AbortSignal,
): Promise<string> {
  const { checksum, head } = await transportGit.repositoryState({ repo }, { signal, timeoutMs: STATE_MS });
  const hasBranches = !/^0+$/.test(expected.checksum);
  if (checksum === expected.checksum && (head === expected.head || !hasBranches)) return '';
  return `The copy of the ${kind === 'wiki' ? 'wiki' : 'repository'} differs from the original`;
}
