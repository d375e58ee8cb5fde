import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { operation } from '#operation';
import { findFileTemplate } from '../find-template';

/** Gets a gitignore template. */
export const getGitignore = operation(TemplateServiceDefinition.getGitignore, ({ key }, call) =>
  findFileTemplate(call, 'gitignores', key, 'gitignore'),
);
