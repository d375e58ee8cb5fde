import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { findFileTemplate } from '../find-template';
import { isDescriptionType, projectTemplateSource } from '../project-templates';
import { readFolderTemplate } from '../template-folder';
import type { TemplatesDeps } from '../deps';

/** Gets a file template or a description template for a project. */
export const getProjectTemplate = operation(
  TemplateServiceDefinition.getProjectTemplate,
  async ({ type, name }, call: Call<TemplatesDeps>) => {
    if (!isDescriptionType(type)) return findFileTemplate(call, type, name, 'Template');
    const content = await readFolderTemplate(call.deps, projectTemplateSource(call, type), name);
    if (content === null) throw new NotFoundError('Template');
    return { name, content };
  },
);
