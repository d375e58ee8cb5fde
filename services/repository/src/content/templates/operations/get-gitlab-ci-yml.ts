import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { operation } from '#operation';
import { findFileTemplate } from '../find-template';

/** Gets a pipeline template. */
export const getGitlabCiYml = operation(TemplateServiceDefinition.getGitlabCiYml, ({ key }, call) =>
  findFileTemplate(call, 'gitlab_ci_ymls', key, 'gitlab_ci_yml'),
);
