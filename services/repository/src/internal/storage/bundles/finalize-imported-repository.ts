import { internalOperation, type Call } from '@forgemesh/rpc';
import { ProjectBundleServiceDefinition } from '@forgemesh/proto/repository/v1/project_bundle';
import { languagesAt } from '#content/languages';
import { scheduleMeasurement } from '#maintenance/statistics';
import type { InternalBundlesDeps } from './deps';

/**
 * Schedules measurements of an imported project's repositories: events published before the project
 * existed were ignored.
 */
export const finalizeImportedRepository = internalOperation(
  ProjectBundleServiceDefinition.finalizeImportedRepository,
  async ({ project_id, storage }, { deps }: Call<InternalBundlesDeps>) => {
    const location = deps.storages.locate(project_id, storage);
    const wiki = deps.storages.locate(project_id, storage, 'wiki');
    for (const each of [location, wiki])
      if ((await deps.git.getHead({ repo: each.repo })).has_branches) await scheduleMeasurement(deps, each);
    const { commit_id: tip } = await deps.git.getHead({ repo: location.repo });
    // If a crash interrupts this, the languages are measured when they are requested, or after the
    // first push.
    if (tip !== null)
      deps.background.run('languages of an import not measured', async () => {
        await languagesAt(deps, location, tip);
      });
    return {};
  },
);
