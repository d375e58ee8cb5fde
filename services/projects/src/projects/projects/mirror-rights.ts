/** Rights to configure mirrors, and the user that mirrors act as. */
import { ForbiddenError } from '@forgemesh/errors';
import { viewerLevel } from '#access/levels';
import type { ProjectsCall } from '#operation';
import type { ProjectDocument } from './project.model';
import type { Projects } from '#deps';
import { fetchProfile } from '#clients/users/directory';

/** Throws ForbiddenError if only administrators may configure mirrors and the caller is not one. */
export function assertMayMirror({ deps, principal }: ProjectsCall): void {
  if (!deps.settings.current().mirror_available && !principal.admin)
    throw new ForbiddenError('Mirrors are configured by administrators');
}

/**
 * The user that a mirror acts as, with the user's current level. Null if the user was deleted or
 * blocked.
 */
export async function mirrorUser(
  deps: Projects,
  project: ProjectDocument,
): Promise<{ id: number; username: string; name: string; level: number } | null> {
  const profile = await fetchProfile(deps, project.mirror_user_id ?? project.creator_id);
  if (profile?.state !== 'active') return null;
  const { id, username, name, admin, external } = profile;
  return { id, username, name, level: await viewerLevel(deps, { id, admin, external }, project.access_keys) };
}
