import { BadRequestError } from '@forgemesh/kit';
import { AccessServiceService, ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { internalOperation } from '../operation';

/** Where every copy lies. */
const STORAGE = 'default';

/** On a secondary in the place of projects: the rights of a user on projects, as the primary says. */
export const authorize = internalOperation(
  AccessServiceService.authorize,
  async ({ subject, references }, { deps }) => {
    if (references.some(({ kind }) => kind !== ReferenceKind.REFERENCE_KIND_PROJECT))
      throw new BadRequestError('a secondary knows projects only');
    const { user_id, admin = false, external = false } = subject ?? {};
    const question = { user_id, admin, external, projects: references.map(({ ref }) => ref) };
    const { resources } = await deps.rights.get(JSON.stringify(question), () => deps.primary.authorize(question));
    return { resources: resources.map((resource) => ({ ...resource, storage: resource.found ? STORAGE : '' })) };
  },
);
