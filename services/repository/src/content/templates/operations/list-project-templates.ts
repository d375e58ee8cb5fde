import { pageRows } from '@forgemesh/data';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { operation } from '#operation';
import { listFileTemplatesOf, listLicensesOf } from '../find-template';
import { isDescriptionType, projectTemplateSource } from '../project-templates';
import { listFolderTemplates } from '../template-folder';

/** Lists the templates that a project may use. */
export const listProjectTemplates = operation(TemplateServiceDefinition.listProjectTemplates, async (request, call) => {
  const { type } = request;
  if (type === 'licenses') return { templates: pageRows(call, await listLicensesOf(call), request) };
  if (!isDescriptionType(type)) return { templates: pageRows(call, await listFileTemplatesOf(call, type), request) };
  const keys = await listFolderTemplates(call.deps, projectTemplateSource(call, type));
  return { templates: pageRows(call, keys, request).map((key) => ({ key, name: key })) };
});
