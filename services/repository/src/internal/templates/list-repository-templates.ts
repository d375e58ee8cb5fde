import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { internalOperation } from '#operation';
import { listFolderTemplates } from '#content/templates/template-folder';

/** Lists the templates in a project's repository. */
export const listRepositoryTemplates = internalOperation(
  TemplateServiceDefinition.listRepositoryTemplates,
  async ({ project_id, storage, branch, type }, { deps }) => {
    const { repo } = deps.storages.locate(project_id, storage);
    return { keys: await listFolderTemplates(deps, { repo, branch, type }) };
  },
);
