import { operation, type Call } from '@forgemesh/rpc';
import { pageRows } from '@forgemesh/data';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { listFileTemplatesOf } from '../find-template';
import type { TemplatesDeps } from '../deps';

/** Lists the gitignore templates. */
export const listGitignores = operation(
  TemplateServiceDefinition.listGitignores,
  async (request, call: Call<TemplatesDeps>) => ({
    templates: pageRows(call, await listFileTemplatesOf(call, 'gitignores'), request),
  }),
);
