/** Who may configure mirrors, and in whose name they may write. */
import { ForbiddenError } from '@forgemesh/errors';
import { viewerLevel } from '../../access/levels';
import type { ProjectsCall } from '../../operation';
import type { ProjectDocument } from '../../projects/projects/project.model';
import type { Projects } from '../../deps';
import { fetchProfile } from '../../clients/users/directory';

/** Refuses a maintainer where the instance keeps mirrors to its administrators. */
export function assertMayMirror({ deps, principal }: ProjectsCall): void {
  if (!deps.settings.current().mirror_available && !principal.admin)
    throw new ForbiddenError('Mirrors are configured by administrators');
}

/**
 * The user in whose name a project is updated: his names, and his level now. Null where he is gone
 * or blocked.
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
