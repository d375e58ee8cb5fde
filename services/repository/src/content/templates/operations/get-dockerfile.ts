import { operation, type Call } from '@forgemesh/rpc';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { findFileTemplate } from '../find-template';
import type { TemplatesDeps } from '../deps';

/** Gets a Dockerfile template. */
export const getDockerfile = operation(TemplateServiceDefinition.getDockerfile, ({ key }, call: Call<TemplatesDeps>) =>
  findFileTemplate(call, 'dockerfiles', key, 'dockerfile'),
);
