import { NotFoundError } from '@forgemesh/errors';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { operation } from '../../../operation';
import { findFileTemplate } from '../find-template';
import { isDescriptionType, ownSource } from '../own-templates';
import { readFolderTemplate } from '../template-folder';

/** Gets a file template or a template of descriptions for a project. */
export const getProjectTemplate = operation(
  TemplateServiceDefinition.getProjectTemplate,
  async ({ type, name }, call) => {
    if (!isDescriptionType(type)) return findFileTemplate(call, type, name, 'Template');
    const content = await readFolderTemplate(call.deps, ownSource(call, type), name);
    if (content === null) throw new NotFoundError('Template');
    return { name, content };
  },
);
