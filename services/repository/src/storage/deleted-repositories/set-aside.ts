import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { repositoryKinds } from '../repository-location';
import type { Repositories } from '../../deps';
import { removeBelongings } from '../repositories/remove-belongings';
import { deletedPath } from './deleted-folders';
import { retentionDays } from './deleted-repository.entity';
import type { DeletedRepositoryDocument } from './deleted-repository.model';

/** A project that was deleted. */
export interface DeletedProject {
  project_id: number;
  storage: string;
  path_with_namespace: string | null;
  deleted_at: Date;
  deleted_by_id: number | null;
}

/** Sets the repositories of a deleted project aside and removes its rows. Safe to repeat. */
export async function setAside(deps: Repositories, project: DeletedProject): Promise<void> {
  const { project_id, storage } = project;
  const { repo } = deps.storages.place(project_id, storage, 'project');
  await deps.replicaQueue.run(repo, async () => {
    if (retentionDays(deps) > 0) await moveAside(deps, project);
    // Writes that were under way can have created the folders again: these hold nothing of value.
    await removeBelongings(deps, project_id, storage);
  });
}

async function moveAside(deps: Repositories, project: DeletedProject): Promise<void> {
  const { storages, git, deletedRepositories } = deps;
  const places = repositoryKinds.map((kind) => storages.place(project.project_id, project.storage, kind));
  const root = storages.root(project.storage);
  const known = await findEntry(deps, project);
  if (!known && !places.some(({ repo }) => existsSync(repo))) return;
  // The entry precedes the renames, so that a retry after a crash completes them into the same
  // folder.
  const { _id, folder, path_with_namespace } = known ?? (await createEntry(deps, project));
  if (path_with_namespace === null && project.path_with_namespace !== null)
    await deletedRepositories.mutate(_id, () => ({ set: { path_with_namespace: project.path_with_namespace } }));
  for (const { repo, kind } of places) {
    const target = deletedPath(root, folder, kind);
    if (!existsSync(target)) await git.moveRepository({ repo, target }, { timeoutMs: 0 });
  }
}

async function findEntry(
  { deletedRepositories, storages }: Repositories,
  { project_id, storage }: DeletedProject,
): Promise<DeletedRepositoryDocument | null> {
  const place = storages.place(project_id, storage, 'project');
  return deletedRepositories.model
    .findOne({ project_id, storage: place.storage, found_on_disk: { $exists: false } })
    .lean<DeletedRepositoryDocument>();
}

async function createEntry(deps: Repositories, project: DeletedProject): Promise<DeletedRepositoryDocument> {
  const { storages, measurements, deletedRepositories } = deps;
  const { project_id } = project;
  const measured = await measurements.model.find({ project_id }, { size: 1 }).lean<{ size: number }[]>();
  return deletedRepositories.insert({
    ...project,
    _id: await deletedRepositories.nextId(),
    storage: storages.place(project_id, project.storage, 'project').storage,
    // Random, because an older database can have been restored beside the folders of a newer one.
    folder: `${project_id}-${randomBytes(8).toString('hex')}`,
    size: measured.reduce((sum, { size }) => sum + size, 0),
  });
}
