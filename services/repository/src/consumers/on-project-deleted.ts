import type { EventConsumer, ForgeEvent } from '@forgemesh/kit';
import type { Repositories } from '../service';

interface DeletedProject {
  id: number;
  repository_storage?: string;
}

/** Removes all that belongs to a project that is gone. */
export const onProjectDeleted: EventConsumer<Repositories> = {
  name: 'repository-project-removal',
  events: ['projects.project.deleted'],
  from: 'all',
  async handle(event, deps) {
    const { git, transportGit, storages, protectedBranches, protectedTags, releases, refChanges } = deps;
    const { id, repository_storage: storage = '' } = (event as unknown as ForgeEvent<DeletedProject>).data.entity;
    const root = storages.root(storage);
    for (const kind of ['project', 'wiki'] as const) {
      const { repo } = storages.locate(id, storage, kind);
      await git.removeRepository({ root, repo }, { timeoutMs: 0 });
      await transportGit.removeRepository({ root, repo }, { timeoutMs: 0 });
    }
    await Promise.all([
      protectedBranches.model.deleteMany({ project_id: id }),
      protectedTags.model.deleteMany({ project_id: id }),
      releases.model.deleteMany({ project_id: id }),
      refChanges.model.deleteMany({ project_id: id }),
      deps.pipelines.model.deleteMany({ project_id: id }),
      deps.commitStatuses.model.deleteMany({ project_id: id }),
      deps.commitSignatures.deleteMany({ project_id: id }),
      deps.measurements.model.deleteMany({ project_id: id }),
      deps.housekeepings.model.deleteOne({ _id: id }),
      deps.languages.model.deleteOne({ _id: id }),
    ]);
  },
};
