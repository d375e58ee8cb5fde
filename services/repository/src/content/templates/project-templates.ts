/** Description templates, which each project keeps in its own repository. */
import { canReadFeature } from '@forgemesh/access';
import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { locateRepository } from '#commits';
import type { TemplateSource } from './template-folder';
import type { TemplatesDeps } from './deps';

/** Whether templates of a type are stored in the project itself. */
export function isDescriptionType(type: string): boolean {
  return type === 'issues' || type === 'merge_requests';
}

/**
 * The location of the templates of the call's project. Throws NotFoundError if the caller may not
 * read its code.
 */
export function projectTemplateSource(call: Call<TemplatesDeps>, type: string): TemplateSource {
  const project = call.resource();
  if (!canReadFeature(project, 'repository')) throw new NotFoundError();
  return { repo: locateRepository(call).repo, branch: project.default_branch, type };
}
