import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { repositoryKinds, type RepositoryLocation } from '#storage';
import { deletedLocation, deletedPath } from './deleted-folders';
import { retentionDays } from './deleted-repository.entity';
import type { DeletedRepositoryDocument } from './deleted-repository.model';
import type { DeletedRepositoriesDeps } from './deps';

type Deps = Pick<
  DeletedRepositoriesDeps,
  | 'git'
  | 'storages'
  | 'settings'
  | 'removeProjectData'
  | 'measurements'
  | 'deletedRepositories'
  | 'replicaQueue'
  | 'packs'
>;

/** A project that was deleted. */
export interface DeletedProject {
  project_id: number;
  storage: string;
  path_with_namespace: string | null;
  deleted_at: Date;
  deleted_by_id: number | null;
}

/**
 * Moves the repositories of a deleted project to the deleted repositories and removes its
 * documents. Safe to repeat.
 */
export async function setAside(deps: Deps, project: DeletedProject): Promise<void> {
  const { project_id, storage } = project;
  const { repo } = deps.storages.locateUnchecked(project_id, storage, 'project');
  await deps.replicaQueue.run(repo, async () => {
    if (retentionDays(deps) > 0) await moveToDeleted(deps, project);
    // Concurrent writes may have recreated the folders; their content is worthless.
    await deps.removeProjectData(project_id, storage);
  });
}

async function moveToDeleted(deps: Deps, project: DeletedProject): Promise<void> {
  const { storages, git, deletedRepositories, packs } = deps;
  const locations = repositoryKinds.map((kind) => storages.locateUnchecked(project.project_id, project.storage, kind));
  const root = storages.root(project.storage);
  const known = await findEntry(deps, project);
  if (!known && !(await hasRepository(deps, locations))) return;
  // The entry is stored before the renames, so that a retry after a crash completes them into the
  // same folder.
  const entry = known ?? (await createEntry(deps, project));
  const { _id, folder, path_with_namespace } = entry;
  if (path_with_namespace === null && project.path_with_namespace !== null)
    await deletedRepositories.mutate(_id, () => ({ set: { path_with_namespace: project.path_with_namespace } }));
  for (const location of locations) {
    const { repo, kind } = location;
    if (await packs.copy(location, deletedLocation(storages, entry, kind))) continue;
    const target = deletedPath(root, folder, kind);
    if (!existsSync(target)) await git.moveRepository({ repo, target }, { timeoutMs: 0 });
  }
}

async function hasRepository({ packs }: Deps, locations: readonly RepositoryLocation[]): Promise<boolean> {
  for (const location of locations) if (existsSync(location.repo) || (await packs.has(location))) return true;
  return false;
}

async function findEntry(
  { deletedRepositories, storages }: Deps,
  { project_id, storage }: DeletedProject,
): Promise<DeletedRepositoryDocument | null> {
  const location = storages.locateUnchecked(project_id, storage, 'project');
  return deletedRepositories.model
    .findOne({ project_id, storage: location.storage, found_on_disk: { $exists: false } })
    .lean<DeletedRepositoryDocument>();
}

async function createEntry(deps: Deps, project: DeletedProject): Promise<DeletedRepositoryDocument> {
  const { storages, measurements, deletedRepositories } = deps;
  const { project_id } = project;
  const measured = await measurements.model.find({ project_id }, { size: 1 }).lean<{ size: number }[]>();
  return deletedRepositories.insert({
    ...project,
    _id: await deletedRepositories.nextId(),
    storage: storages.locateUnchecked(project_id, project.storage, 'project').storage,
    // Random, because an older database may have been restored beside the folders of a newer one.
    folder: `${project_id}-${randomBytes(8).toString('hex')}`,
    size: measured.reduce((sum, { size }) => sum + size, 0),
  });
}
