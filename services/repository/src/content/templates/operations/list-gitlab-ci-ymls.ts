import { pageRows } from '@forgemesh/data';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { operation } from '#operation';
import { listFileTemplatesOf } from '../find-template';

/** Lists the pipeline templates. */
export const listGitlabCiYmls = operation(TemplateServiceDefinition.listGitlabCiYmls, async (request, call) => ({
  templates: pageRows(call, await listFileTemplatesOf(call, 'gitlab_ci_ymls'), request),
}));
