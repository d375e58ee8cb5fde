import { TemplateServiceService } from '@forgemesh/proto/repository/v1/template';
import { operation } from '../../../operation';
import { findFileTemplate } from '../find-template';

/** Gets a gitignore template. */
export const getGitignore = operation(TemplateServiceService.getGitignore, ({ key }, call) =>
  findFileTemplate(call, 'gitignores', key, 'gitignore'),
);
