/** Removes all that belongs to a project that is gone or never came into being. */
import { removeCopy } from '../replicas/remove-copy';
import { repositoryKinds } from '../repository-location';
import type { Repositories } from '../../deps';

/** Removes repositories and rows of a project. Safe to repeat. */
export async function removeBelongings(deps: Repositories, id: number, storage: string): Promise<void> {
  const { storages, protectedBranches, protectedTags, releases, refChanges } = deps;
  for (const kind of repositoryKinds) await removeCopy(deps, storages.place(id, storage, kind));
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
    deps.closedPlaces.forget(id, storage),
  ]);
}
