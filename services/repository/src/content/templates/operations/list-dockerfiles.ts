import { pageRows } from '@forgemesh/data';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { operation } from '#operation';
import { listFileTemplatesOf } from '../find-template';

/** Lists the Dockerfile templates. */
export const listDockerfiles = operation(TemplateServiceDefinition.listDockerfiles, async (request, call) => ({
  templates: pageRows(call, await listFileTemplatesOf(call, 'dockerfiles'), request),
}));
