/** Rights that depend on more than the caller's level. */
import { ForbiddenError } from '@forgemesh/kit';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { OWNER_LEVEL } from './access/access-keys';
import type { ProjectsCall } from './operation';

/** Name and visibility of a project are its owner's. Throws ForbiddenError for others. */
export function assertMayUpdate(
  call: ProjectsCall,
  request: { name?: string | undefined; visibility?: string | undefined },
): void {
  const isOwners = request.name !== undefined || request.visibility !== undefined;
  if (isOwners && call.resource('id').level < OWNER_LEVEL) throw new ForbiddenError();
}

const REPORTER = 20;

/** Whether the caller may read the code of a project: reporters, and non-members where project and repository are open to them. */
export function mayReadCode({ features, level, open }: AuthorizedResource): boolean {
  const { repository = 'enabled' } = features;
  return repository !== 'disabled' && (level >= REPORTER || (open && repository === 'enabled'));
}
