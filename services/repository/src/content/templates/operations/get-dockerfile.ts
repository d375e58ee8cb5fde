import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { operation } from '#operation';
import { findFileTemplate } from '../find-template';

/** Gets a Dockerfile template. */
export const getDockerfile = operation(TemplateServiceDefinition.getDockerfile, ({ key }, call) =>
  findFileTemplate(call, 'dockerfiles', key, 'dockerfile'),
);
