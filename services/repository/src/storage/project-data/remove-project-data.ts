/** Removes all data of a project that was deleted or whose creation failed. */
import { removeRepositoryFiles } from '#storage/replicas';
import { repositoryKinds } from '..';
import type { ProjectDataDeps } from './deps';

/** Removes the repositories and documents of a project. Safe to repeat. */
export async function removeProjectData(deps: ProjectDataDeps, id: number, storage: string): Promise<void> {
  const { storages, projectDocuments, housekeepings, languages, readOnlyLocks, packs } = deps;
  for (const kind of repositoryKinds) await removeRepositoryFiles(deps, storages.locateUnchecked(id, storage, kind));
  await Promise.all([
    ...projectDocuments.map((model) => model.deleteMany({ project_id: id })),
    housekeepings.model.deleteOne({ _id: id }),
    languages.model.deleteOne({ _id: id }),
    readOnlyLocks.remove(id, storage),
  ]);
  await packs.announceRemoval(id);
}
