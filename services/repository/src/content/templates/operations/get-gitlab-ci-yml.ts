import { operation, type Call } from '@forgemesh/rpc';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { findFileTemplate } from '../find-template';
import type { TemplatesDeps } from '../deps';

/** Gets a pipeline template. */
export const getGitlabCiYml = operation(
  TemplateServiceDefinition.getGitlabCiYml,
  ({ key }, call: Call<TemplatesDeps>) => findFileTemplate(call, 'gitlab_ci_ymls', key, 'gitlab_ci_yml'),
);
