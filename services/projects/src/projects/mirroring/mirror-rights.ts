/** Rights to configure mirrors, and the user that mirrors act as. */
import { ForbiddenError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { ProjectDocument } from '#projects/model';
import type { MirroringDeps } from './deps';

/** Throws ForbiddenError if only administrators may configure mirrors and the caller is not one. */
export function assertMayMirror({ deps, principal }: Call<Pick<MirroringDeps, 'settings'>>): void {
  if (!deps.settings.current().mirror_available && !principal.admin)
    throw new ForbiddenError('Mirrors are configured by administrators');
}

/**
 * The user that a mirror acts as, with the user's current level. Null if the user was deleted or
 * blocked.
 */
export async function mirrorUser(
  deps: MirroringDeps,
  project: ProjectDocument,
): Promise<{ id: number; username: string; name: string; level: number } | null> {
  const profile = await deps.directory.fetchProfile(project.mirror_user_id ?? project.creator_id);
  if (profile?.state !== 'active') return null;
  const { id, username, name, admin, external } = profile;
  return { id, username, name, level: await deps.levels.viewerLevel({ id, admin, external }, project.access_keys) };
}
