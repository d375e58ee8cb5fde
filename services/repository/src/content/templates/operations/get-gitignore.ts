import { operation, type Call } from '@forgemesh/rpc';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { findFileTemplate } from '../find-template';
import type { TemplatesDeps } from '../deps';

/** Gets a gitignore template. */
export const getGitignore = operation(TemplateServiceDefinition.getGitignore, ({ key }, call: Call<TemplatesDeps>) =>
  findFileTemplate(call, 'gitignores', key, 'gitignore'),
);
