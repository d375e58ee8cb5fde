import { internalOperation, type Call } from '@forgemesh/rpc';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { listFolderTemplates } from '#content/templates';
import type { RevisionDeps } from '#commits';

/** Lists the templates in a project's repository. */
export const listRepositoryTemplates = internalOperation(
  TemplateServiceDefinition.listRepositoryTemplates,
  async ({ project_id, storage, branch, type }, { deps }: Call<RevisionDeps>) => {
    const { repo } = deps.storages.locate(project_id, storage);
    return { keys: await listFolderTemplates(deps, { repo, branch, type }) };
  },
);
