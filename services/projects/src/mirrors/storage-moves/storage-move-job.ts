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
const MOST = 4;
/** Writes under way are waited for. */
const CLOSE_MS = 60_000;
const TRANSFER_MS = 6 * 60 * 60_000;
/**
 * Until then every request knows the new place: this service, collaboration and the gateway keep
 * answers about projects for shorter moments.
 */
const STALE_MS = 2_000;

/** A move that has begun. */
type BegunMove = StorageMoveDocument & { source_storage: string; move: number };

/** The jobs of moves. */
export function storageMoveJob(deps: Projects): JobKind<StorageMoveDocument> {
  return {
    store: deps.storageMoves,
    filter: {},
    started: () => ({ set: { status: 'started', error: null } }),
    work: (wish) => run(deps, wish),
    ended: (_wish, failure) => ({
      set: { status: failure ? 'failed' : 'finished', error: failure || null },
      next: undefined,
    }),
  };
}

async function run(deps: Projects, wish: StorageMoveDocument): Promise<string> {
  const { _id, project_id, destination_storage } = wish;
  const project = await deps.projects.find(project_id);
  if (!project) return discard(deps, wish);
  if (hasSwitched(wish, project)) return finish(deps, wish);
  const earlier = { project_id, _id: { $lt: _id }, job_due_at: { $exists: true } };
  if (await deps.storageMoves.model.exists(earlier))
    throw new UnavailableError('An earlier move of the project goes on');
  if (project.storage === destination_storage) return '';
  if (project.import_status === 'started') throw new UnavailableError('The import of the project goes on');
  const begun = await begin(deps, wish, project.storage);
  const error = await copy(deps, begun).catch(async (failure: unknown) => {
    await takeBack(deps, begun);
    throw failure;
  });
  if (error === '') return finish(deps, begun);
  await takeBack(deps, begun);
  return error;
}

/** Whether the project is where this very move was to bring it. */
export function hasSwitched(wish: StorageMoveDocument, project: ProjectDocument): wish is BegunMove {
  const isThere = project.storage === wish.destination_storage;
  return isThere && isBegun(wish) && wish.move === project.storage_moves;
}

function isBegun(wish: StorageMoveDocument): wish is BegunMove {
  return wish.source_storage !== null && wish.move !== null;
}

/** Draws the number of this try, by which those before it can do nothing more. */
async function begin(deps: Projects, wish: StorageMoveDocument, source_storage: string): Promise<BegunMove> {
  const project = await deps.projects.mutate(wish.project_id, ({ storage, storage_moves: last = 0 }) =>
    storage === source_storage ? { set: { storage_moves: last + 1 } } : null,
  );
  const move = project?.storage === source_storage ? project.storage_moves : undefined;
  const begun = await deps.storageMoves.mutate(wish._id, ({ job_run: run }) =>
    move !== undefined && run === wish.job_run ? { set: { source_storage, move } } : null,
  );
  if (!begun || !isBegun(begun) || begun.move !== move) throw new UnavailableError('The move is in other hands');
  return begun;
}

/** Copies the repositories and switches. Returns why that failed, for users, or an empty text. */
async function copy(deps: Projects, wish: BegunMove): Promise<string> {
  const { project_id, source_storage, destination_storage, move } = wish;
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
  const event = { type: 'projects.project.updated' as const, actor: wish.user_id, changes };
  const project = await deps.projects.mutate(project_id, ({ storage, storage_moves: last }) =>
    storage === source_storage && last === move ? { set: { storage: destination_storage }, events: [event] } : null,
  );
  if (!project || !hasSwitched(wish, project)) throw new UnavailableError('The move is in other hands');
  return '';
}

/**
 * What follows once the project is there. It never fails for good: until it is done there is a
 * storage that takes no writes.
 */
async function finish(deps: Projects, wish: BegunMove): Promise<string> {
  const { project_id, source_storage, destination_storage, move } = wish;
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
export async function takeBack(deps: Projects, wish: StorageMoveDocument): Promise<void> {
  if (!isBegun(wish)) return;
  const { project_id, source_storage, destination_storage, move } = wish;
  const { storageMoves } = deps.clients;
  try {
    // From here on this try cannot switch any more, should it still be running somewhere.
    const project = await deps.projects.mutate(project_id, (found) =>
      found.storage_moves === move && !hasSwitched(wish, found) ? { set: { storage_moves: move + 1 } } : null,
    );
    if (project && hasSwitched(wish, project)) throw new UnavailableError('The project is there already');
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
async function discard(deps: Projects, { project_id, ...wish }: StorageMoveDocument): Promise<string> {
  const storages = wish.source_storage === null ? [] : [wish.source_storage, wish.destination_storage];
  for (const storage of storages) await deps.clients.storage.setAsideRepository({ project_id, storage });
  return 'The project is gone';
}

/** Starts the moves that are due. */
export const runStorageMoves: Schedule<Projects> = {
  name: 'projects-storage-moves',
  everyMs: 1_000,
  run: (deps) => deps.storageMoveJobs.startDue({ most: MOST, threshold: 1 }),
};
