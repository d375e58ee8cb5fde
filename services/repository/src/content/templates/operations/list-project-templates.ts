import { operation, type Call } from '@forgemesh/rpc';
import { pageRows } from '@forgemesh/data';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { listFileTemplatesOf, listLicensesOf } from '../find-template';
import { isDescriptionType, projectTemplateSource } from '../project-templates';
import { listFolderTemplates } from '../template-folder';
import type { TemplatesDeps } from '../deps';

/** Lists the templates that a project may use. */
export const listProjectTemplates = operation(
  TemplateServiceDefinition.listProjectTemplates,
  async (request, call: Call<TemplatesDeps>) => {
    const { type } = request;
    if (type === 'licenses') return { templates: pageRows(call, await listLicensesOf(call), request) };
    if (!isDescriptionType(type)) return { templates: pageRows(call, await listFileTemplatesOf(call, type), request) };
    const keys = await listFolderTemplates(call.deps, projectTemplateSource(call, type));
    return { templates: pageRows(call, keys, request).map((key) => ({ key, name: key })) };
  },
);
