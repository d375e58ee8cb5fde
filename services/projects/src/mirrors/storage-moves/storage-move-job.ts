/**
 * Moves projects to other storages. Steps: lock the repositories, copy and verify them, switch the
 * storage in the project's document, and remove the old copies. The switch is the commit point: a
 * move that is interrupted before it starts from the beginning, a move that is interrupted after it
 * is completed.
 *
 * Each attempt has a number that is stored on the project. An attempt that lost its claim cannot
 * switch the storage, because the number has changed, and cannot lock, copy or unlock, because the
 * repositories store the greatest number that they have seen.
 */
import { HOUR_MS } from '@forgemesh/service/durations';
import { UnavailableError } from '@forgemesh/errors';
import type { Schedule } from '@forgemesh/service';
import type { JobKind } from '#jobs';
import type { ProjectDocument } from '#projects/model';
import type { StorageMoveDocument } from './storage-move.model';
import type { StorageMovesDeps } from './deps';

/** Maximum number of concurrent moves in one process. */
const MAX_RUNNING = 4;
/** Waits for writes in progress. */
const LOCK_TIMEOUT_MS = 60_000;
const TRANSFER_TIMEOUT_MS = 6 * HOUR_MS;
/**
 * Time after which all requests use the new storage. This service, collaboration and the gateway
 * cache data about projects for less than this.
 */
const CACHE_EXPIRY_MS = 2_000;

/** A started move. */
type StartedMove = StorageMoveDocument & { source_storage: string; move: number };

/** The jobs of moves. */
export function storageMoveJob(deps: StorageMovesDeps): JobKind<StorageMoveDocument> {
  return {
    store: deps.storageMoves,
    filter: {},
    started: () => ({ set: { status: 'started', error: null } }),
    work: (storageMove) => run(deps, storageMove),
    ended: (_document, failure) => ({
      set: { status: failure ? 'failed' : 'finished', error: failure || null },
      next: undefined,
    }),
  };
}

async function run(deps: StorageMovesDeps, storageMove: StorageMoveDocument): Promise<string> {
  const { _id, project_id, destination_storage } = storageMove;
  const project = await deps.projects.find(project_id);
  if (!project) return discard(deps, storageMove);
  if (hasSwitched(storageMove, project)) return finish(deps, storageMove);
  const earlier = { project_id, _id: { $lt: _id }, job_due_at: { $exists: true } };
  if (await deps.storageMoves.model.exists(earlier))
    throw new UnavailableError('An earlier move of the project is in progress');
  if (project.storage === destination_storage) return '';
  if (project.import_status === 'started') throw new UnavailableError('The import of the project is in progress');
  const started = await startMove(deps, storageMove, project.storage);
  const error = await copy(deps, started).catch(async (failure: unknown) => {
    await rollBackMove(deps, started);
    throw failure;
  });
  if (error === '') return finish(deps, started);
  await rollBackMove(deps, started);
  return error;
}

/** Whether this move switched the project to its destination. */
export function hasSwitched(storageMove: StorageMoveDocument, project: ProjectDocument): storageMove is StartedMove {
  const isAtDestination = project.storage === storageMove.destination_storage;
  return isAtDestination && isStarted(storageMove) && storageMove.move === project.storage_moves;
}

function isStarted(storageMove: StorageMoveDocument): storageMove is StartedMove {
  return storageMove.source_storage !== null && storageMove.move !== null;
}

/** Assigns the number of this attempt, which invalidates earlier attempts. */
async function startMove(
  deps: StorageMovesDeps,
  storageMove: StorageMoveDocument,
  source_storage: string,
): Promise<StartedMove> {
  const project = await deps.projects.mutate(storageMove.project_id, ({ storage, storage_moves: last = 0 }) =>
    storage === source_storage ? { set: { storage_moves: last + 1 } } : null,
  );
  const move = project?.storage === source_storage ? project.storage_moves : undefined;
  const started = await deps.storageMoves.mutate(storageMove._id, ({ job_run: run }) =>
    move !== undefined && run === storageMove.job_run ? { set: { source_storage, move } } : null,
  );
  if (!started || !isStarted(started) || started.move !== move)
    throw new UnavailableError('Another attempt of the move is running');
  return started;
}

/**
 * Copies the repositories and switches the storage. Returns the reason of a failure for users, or
 * an empty string.
 */
async function copy(deps: StorageMovesDeps, storageMove: StartedMove): Promise<string> {
  const { project_id, source_storage, destination_storage, move } = storageMove;
  const { storageMoves } = deps.clients;
  // Checks that the destination is reachable before writes are refused.
  await storageMoves.unlockRepository({ project_id, storage: destination_storage, move, discard: true });
  await storageMoves.lockRepository({ project_id, storage: source_storage, move }, { timeoutMs: LOCK_TIMEOUT_MS });
  const { error } = await storageMoves.copyRepository(
    { project_id, storage: destination_storage, source_storage, move },
    { timeoutMs: TRANSFER_TIMEOUT_MS },
  );
  if (error !== '') return error;
  const changes = { repository_storage: { from: source_storage, to: destination_storage } };
  const event = { type: 'projects.project.updated' as const, actor: storageMove.user_id, changes };
  const project = await deps.projects.mutate(project_id, ({ storage, storage_moves: last }) =>
    storage === source_storage && last === move ? { set: { storage: destination_storage }, events: [event] } : null,
  );
  if (!project || !hasSwitched(storageMove, project))
    throw new UnavailableError('Another attempt of the move is running');
  return '';
}

/**
 * Steps after the switch. They are retried until they succeed, because until then the new storage
 * accepts no writes.
 */
async function finish(deps: StorageMovesDeps, storageMove: StartedMove): Promise<string> {
  const { project_id, source_storage, destination_storage, move } = storageMove;
  const { storageMoves } = deps.clients;
  const source = { project_id, storage: source_storage };
  const destination = { project_id, storage: destination_storage };
  try {
    await new Promise((resolve) => setTimeout(resolve, CACHE_EXPIRY_MS));
    try {
      await storageMoves.releaseRepository({ ...source, destination_storage, move });
    } finally {
      // Also if the old storage is unreachable: nothing can be read from it either.
      await storageMoves.unlockRepository({ ...destination, move, discard: false });
    }
    await storageMoves.deleteReleasedRepository(source, { timeoutMs: TRANSFER_TIMEOUT_MS });
  } catch (error) {
    throw new UnavailableError(undefined, { cause: error });
  }
  return '';
}

/**
 * Rolls a failed move back: the project accepts writes at its current storage. Idempotent. Throws
 * UnavailableError if it could not be completed.
 */
export async function rollBackMove(deps: StorageMovesDeps, storageMove: StorageMoveDocument): Promise<void> {
  if (!isStarted(storageMove)) return;
  const { project_id, source_storage, destination_storage, move } = storageMove;
  const { storageMoves } = deps.clients;
  try {
    // From here on this attempt cannot switch the storage, even if it is still running in another
    // process.
    const project = await deps.projects.mutate(project_id, (found) =>
      found.storage_moves === move && !hasSwitched(storageMove, found) ? { set: { storage_moves: move + 1 } } : null,
    );
    if (project && hasSwitched(storageMove, project))
      throw new UnavailableError('The project is at its destination already');
    await storageMoves.unlockRepository({ project_id, storage: source_storage, move, discard: false });
  } catch (error) {
    throw new UnavailableError(undefined, { cause: error });
  }
  // Remaining copies are harmless; the next move removes them first.
  await storageMoves
    .unlockRepository({ project_id, storage: destination_storage, move, discard: true })
    .catch((error: unknown) => deps.log.warn({ err: error, project_id }, 'failed to remove the copies of a project'));
}

/** Sets aside the repositories of a deleted project on both storages. */
async function discard(deps: StorageMovesDeps, { project_id, ...storageMove }: StorageMoveDocument): Promise<string> {
  const storages =
    storageMove.source_storage === null ? [] : [storageMove.source_storage, storageMove.destination_storage];
  for (const storage of storages) await deps.clients.storage.setAsideRepository({ project_id, storage });
  return 'The project was deleted';
}

/** Starts due moves. */
export const runStorageMoves: Schedule<StorageMovesDeps> = {
  name: 'projects-storage-moves',
  everyMs: 1_000,
  watches: ({ storageMoves }) => [storageMoves.model],
  run: (deps) => deps.storageMoveJobs.startDue({ maxRunning: MAX_RUNNING, threshold: 1 }),
};
