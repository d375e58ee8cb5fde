import { BadRequestError } from '@forgemesh/errors';
import { AccessServiceDefinition, ReferenceKind, type Reference } from '@forgemesh/proto/projects/v1/access';
import { internalOperation } from '../../operation';

/** Where every copy lies. */
const STORAGE = 'default';

/**
 * On a secondary in the place of projects: the rights of a user on projects and groups, as the
 * primary says.
 */
export const authorize = internalOperation(
  AccessServiceDefinition.authorize,
  async ({ subject, references }, { deps }) => {
    const [projects, groups] = [references.filter(isProject), references.filter(isGroup)];
    if (projects.length + groups.length < references.length)
      throw new BadRequestError('a secondary knows projects and groups only');
    const { user_id, admin = false, external = false } = subject ?? {};
    const question = { user_id, admin, external, projects: projects.map(refOf), groups: groups.map(refOf) };
    const { resources } = await deps.rights.get(JSON.stringify(question), () => deps.primary.authorize(question));
    // The primary answers for projects first.
    const inOrder = [...projects, ...groups];
    return {
      resources: references.map((reference) => {
        const resource = resources[inOrder.indexOf(reference)] as (typeof resources)[number];
        return { ...resource, storage: resource.found && isProject(reference) ? STORAGE : '' };
      }),
    };
  },
);

function isProject({ kind }: Reference): boolean {
  return kind === ReferenceKind.REFERENCE_KIND_PROJECT;
}

function isGroup({ kind }: Reference): boolean {
  return kind === ReferenceKind.REFERENCE_KIND_GROUP;
}

function refOf({ ref }: Reference): string {
  return ref;
}
