/** Removes all data of a project that was deleted or whose creation failed. */
import { removeRepositoryFiles } from '#storage/replicas/remove-repository-files';
import { repositoryKinds } from '../repository-location';
import type { Repositories } from '#deps';

/** Removes the repositories and documents of a project. Safe to repeat. */
export async function removeProjectData(deps: Repositories, id: number, storage: string): Promise<void> {
  const { storages, protectedBranches, protectedTags, releases, refChanges } = deps;
  for (const kind of repositoryKinds) await removeRepositoryFiles(deps, storages.locateUnchecked(id, storage, kind));
  await Promise.all([
    protectedBranches.model.deleteMany({ project_id: id }),
    protectedTags.model.deleteMany({ project_id: id }),
    releases.model.deleteMany({ project_id: id }),
    refChanges.model.deleteMany({ project_id: id }),
    deps.pipelines.model.deleteMany({ project_id: id }),
    deps.commitStatuses.model.deleteMany({ project_id: id }),
    deps.environments.model.deleteMany({ project_id: id }),
    deps.deployments.model.deleteMany({ project_id: id }),
    deps.triggers.model.deleteMany({ project_id: id }),
    deps.commitSignatures.deleteMany({ project_id: id }),
    deps.measurements.model.deleteMany({ project_id: id }),
    deps.housekeepings.model.deleteOne({ _id: id }),
    deps.languages.model.deleteOne({ _id: id }),
    deps.readOnlyLocks.remove(id, storage),
  ]);
}
