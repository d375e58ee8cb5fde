import { internalOperation, type Call } from '@forgemesh/rpc';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { readFolderTemplate } from '#content/templates';
import type { RevisionDeps } from '#commits';

/** Gets a template from a project's repository. */
export const getRepositoryTemplate = internalOperation(
  TemplateServiceDefinition.getRepositoryTemplate,
  async ({ project_id, storage, branch, type, key }, { deps }: Call<RevisionDeps>) => {
    const { repo } = deps.storages.locate(project_id, storage);
    const content = await readFolderTemplate(deps, { repo, branch, type }, key);
    return content === null ? {} : { content };
  },
);
