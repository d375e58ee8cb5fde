/**
 * Moves projects to other storages: writes are refused, the repositories are copied and compared,
 * the project's document says where it is from now on, and what is left behind is removed. That
 * document is the commit point: what dies before it begins again, what dies after it is finished.
 *
 * Each try has a number, kept on the project. A try that lost its claim without noticing may
 * neither switch, since the number has moved on, nor close, copy or open anything, since the
 * repositories remember the greatest number that was there.
 */
import { UnavailableError } from '@forgemesh/errors';
import type { Schedule } from '@forgemesh/service';
import type { JobKind } from '../../administration/jobs/job-runner';
import type { ProjectDocument } from '../../projects/projects/project.model';
import type { Projects } from '../../deps';
import type { StorageMoveDocument } from './storage-move.model';

/** Moves that one process makes at once. */
const MAX_RUNNING = 4;
/** Writes under way are waited for. */
const CLOSE_MS = 60_000;
const TRANSFER_MS = 6 * 60 * 60_000;
/**
 * Until then every request knows the new place: this service, collaboration and the gateway keep
 * answers about projects for shorter moments.
 */
const STALE_MS = 2_000;

/** A move that has begun. */
type StartedMove = StorageMoveDocument & { source_storage: string; move: number };

/** The jobs of moves. */
export function storageMoveJob(deps: Projects): JobKind<StorageMoveDocument> {
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

async function run(deps: Projects, storageMove: StorageMoveDocument): Promise<string> {
  const { _id, project_id, destination_storage } = storageMove;
  const project = await deps.projects.find(project_id);
  if (!project) return discard(deps, storageMove);
  if (hasSwitched(storageMove, project)) return finish(deps, storageMove);
  const earlier = { project_id, _id: { $lt: _id }, job_due_at: { $exists: true } };
  if (await deps.storageMoves.model.exists(earlier))
    throw new UnavailableError('An earlier move of the project goes on');
  if (project.storage === destination_storage) return '';
  if (project.import_status === 'started') throw new UnavailableError('The import of the project goes on');
  const started = await startMove(deps, storageMove, project.storage);
  const error = await copy(deps, started).catch(async (failure: unknown) => {
    await rollBackMove(deps, started);
    throw failure;
  });
  if (error === '') return finish(deps, started);
  await rollBackMove(deps, started);
  return error;
}

/** Whether the project is where this very move was to bring it. */
export function hasSwitched(storageMove: StorageMoveDocument, project: ProjectDocument): storageMove is StartedMove {
  const isThere = project.storage === storageMove.destination_storage;
  return isThere && isStarted(storageMove) && storageMove.move === project.storage_moves;
}

function isStarted(storageMove: StorageMoveDocument): storageMove is StartedMove {
  return storageMove.source_storage !== null && storageMove.move !== null;
}

/** Draws the number of this try, by which those before it can do nothing more. */
async function startMove(deps: Projects, storageMove: StorageMoveDocument, source_storage: string): Promise<StartedMove> {
  const project = await deps.projects.mutate(storageMove.project_id, ({ storage, storage_moves: last = 0 }) =>
    storage === source_storage ? { set: { storage_moves: last + 1 } } : null,
  );
  const move = project?.storage === source_storage ? project.storage_moves : undefined;
  const started = await deps.storageMoves.mutate(storageMove._id, ({ job_run: run }) =>
    move !== undefined && run === storageMove.job_run ? { set: { source_storage, move } } : null,
  );
  if (!started || !isStarted(started) || started.move !== move) throw new UnavailableError('The move is in other hands');
  return started;
}

/** Copies the repositories and switches. Returns why that failed, for users, or an empty text. */
async function copy(deps: Projects, storageMove: StartedMove): Promise<string> {
  const { project_id, source_storage, destination_storage, move } = storageMove;
  const { storageMoves } = deps.clients;
  // A storage that is away is no reason to refuse writes.
  await storageMoves.unlockRepository({ project_id, storage: destination_storage, move, discard: true });
  await storageMoves.lockRepository({ project_id, storage: source_storage, move }, { timeoutMs: CLOSE_MS });
  const { error } = await storageMoves.copyRepository(
    { project_id, storage: destination_storage, source_storage, move },
    { timeoutMs: TRANSFER_MS },
  );
  if (error !== '') return error;
  const changes = { repository_storage: { from: source_storage, to: destination_storage } };
  const event = { type: 'projects.project.updated' as const, actor: storageMove.user_id, changes };
  const project = await deps.projects.mutate(project_id, ({ storage, storage_moves: last }) =>
    storage === source_storage && last === move ? { set: { storage: destination_storage }, events: [event] } : null,
  );
  if (!project || !hasSwitched(storageMove, project)) throw new UnavailableError('The move is in other hands');
  return '';
}

/**
 * What follows once the project is there. It never fails for good: until it is done there is a
 * storage that takes no writes.
 */
async function finish(deps: Projects, storageMove: StartedMove): Promise<string> {
  const { project_id, source_storage, destination_storage, move } = storageMove;
  const { storageMoves } = deps.clients;
  const here = { project_id, storage: source_storage };
  const there = { project_id, storage: destination_storage };
  try {
    await new Promise((resolve) => setTimeout(resolve, STALE_MS));
    try {
      await storageMoves.releaseRepository({ ...here, destination_storage, move });
    } finally {
      // Where the old storage is away nobody reads there, either.
      await storageMoves.unlockRepository({ ...there, move, discard: false });
    }
    await storageMoves.deleteReleasedRepository(here, { timeoutMs: TRANSFER_MS });
  } catch (error) {
    throw new UnavailableError(undefined, { cause: error });
  }
  return '';
}

/**
 * The project takes writes again where it is. Safe to repeat; throws UnavailableError where it
 * could not be done.
 */
export async function rollBackMove(deps: Projects, storageMove: StorageMoveDocument): Promise<void> {
  if (!isStarted(storageMove)) return;
  const { project_id, source_storage, destination_storage, move } = storageMove;
  const { storageMoves } = deps.clients;
  try {
    // From here on this try cannot switch any more, should it still be running somewhere.
    const project = await deps.projects.mutate(project_id, (found) =>
      found.storage_moves === move && !hasSwitched(storageMove, found) ? { set: { storage_moves: move + 1 } } : null,
    );
    if (project && hasSwitched(storageMove, project)) throw new UnavailableError('The project is there already');
    await storageMoves.unlockRepository({ project_id, storage: source_storage, move, discard: false });
  } catch (error) {
    throw new UnavailableError(undefined, { cause: error });
  }
  // What is left there is of no harm: the next move removes it first.
  await storageMoves
    .unlockRepository({ project_id, storage: destination_storage, move, discard: true })
    .catch((error: unknown) => deps.log.warn({ err: error, project_id }, 'copies of a project not removed'));
}

/** The repositories of a project that was deleted meanwhile are set aside on both storages. */
async function discard(deps: Projects, { project_id, ...storageMove }: StorageMoveDocument): Promise<string> {
  const storages = storageMove.source_storage === null ? [] : [storageMove.source_storage, storageMove.destination_storage];
  for (const storage of storages) await deps.clients.storage.setAsideRepository({ project_id, storage });
  return 'The project is gone';
}

/** Starts the moves that are due. */
export const runStorageMoves: Schedule<Projects> = {
  name: 'projects-storage-moves',
  everyMs: 1_000,
  run: (deps) => deps.storageMoveJobs.startDue({ maxRunning: MAX_RUNNING, threshold: 1 }),
};
