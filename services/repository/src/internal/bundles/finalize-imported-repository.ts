import { ProjectBundleServiceDefinition } from '@forgemesh/proto/repository/v1/project_bundle';
import { languagesAt } from '../../content/languages/measure-languages';
import { markDue } from '../../maintenance/statistics/mark-due';
import { internalOperation } from '../../operation';

/**
 * Has the repositories of an imported project measured: what events tell of one that is not there
 * yet is lost.
 */
export const finalizeImportedRepository = internalOperation(
  ProjectBundleServiceDefinition.finalizeImportedRepository,
  async ({ project_id, storage }, { deps }) => {
    const location = deps.storages.locate(project_id, storage);
    const wiki = deps.storages.locate(project_id, storage, 'wiki');
    for (const each of [location, wiki])
      if ((await deps.git.getHead({ repo: each.repo })).has_branches) await markDue(deps, each);
    const { commit_id: tip } = await deps.git.getHead({ repo: location.repo });
    // What a crash cuts off here is measured when somebody asks for the languages, or after the
    // first push.
    if (tip !== null)
      deps.background.run('languages of an import not measured', async () => {
        await languagesAt(deps, location, tip);
      });
    return {};
  },
);
