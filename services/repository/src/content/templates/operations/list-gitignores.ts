import { pageRows } from '@forgemesh/data';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { operation } from '#operation';
import { listFileTemplatesOf } from '../find-template';

/** Lists the gitignore templates. */
export const listGitignores = operation(TemplateServiceDefinition.listGitignores, async (request, call) => ({
  templates: pageRows(call, await listFileTemplatesOf(call, 'gitignores'), request),
}));
