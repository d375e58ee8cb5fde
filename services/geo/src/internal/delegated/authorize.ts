import { internalOperation, type Call } from '@forgemesh/rpc';
import { BadRequestError } from '@forgemesh/errors';
import { AccessServiceDefinition, ReferenceKind, type Reference } from '@forgemesh/proto/projects/v1/access';
import type { InternalDelegatedDeps } from './deps';

/** Storage of all replicas. */
const STORAGE = 'default';

/** Delegated operation of projects: returns the permissions of a user by calling the primary. */
export const authorize = internalOperation(
  AccessServiceDefinition.authorize,
  async ({ subject, references }, { deps }: Call<InternalDelegatedDeps>) => {
    const [projects, groups] = [references.filter(isProject), references.filter(isGroup)];
    if (projects.length + groups.length < references.length)
      throw new BadRequestError('a secondary authorizes projects and groups only');
    const { user_id, admin = false, external = false } = subject ?? {};
    const request = { user_id, admin, external, projects: projects.map(refOf), groups: groups.map(refOf) };
    const { resources } = await deps.rights.get(JSON.stringify(request), () => deps.primary.authorize(request));
    // The primary returns projects before groups.
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
