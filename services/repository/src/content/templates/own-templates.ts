/** Templates of descriptions, which each project has in its own repository. */
import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { locateRepository } from '../../commits/commits/resolve-commit';
import { mayReadCode } from '../../access/policy';
import type { Repositories } from '../../deps';
import type { TemplateSource } from './template-folder';

/** Whether the templates of a type are those of the project itself. */
export function isDescriptionType(type: string): boolean {
  return type === 'issues' || type === 'merge_requests';
}

/**
 * Where the project of a call has its templates. Throws NotFoundError if the caller may not read
 * its code.
 */
export function ownSource(call: Call<Repositories>, type: string): TemplateSource {
  const project = call.resource();
  if (!mayReadCode(project)) throw new NotFoundError();
  return { repo: locateRepository(call).repo, branch: project.default_branch, type };
}
