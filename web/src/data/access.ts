/** What the visitor may do, for showing controls. The API decides. */
import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '#api/client';
import type { Group, Project } from '#api/types';
import { ApiError } from '#lib/api-error';
import { Level } from '#lib/levels';
import { useCurrentUser } from './current-user';
import { groupKeys } from './groups';

/** The access level of the visitor in a project; 0 for visitors who are not members. */
export function useProjectLevel(project: Project | undefined): number {
  const user = useCurrentUser();
  if (user?.is_admin) return Level.owner;
  // Users own the projects of their namespaces, in whose lists they are maintainers.
  const namespace = project?.namespace;
  if (user && namespace?.kind === 'user' && namespace.full_path === user.username) return Level.owner;
  const { project_access: own, group_access: inherited } = project?.permissions ?? {};
  return Math.max(own?.access_level ?? 0, inherited?.access_level ?? 0);
}

/** Whether the visitor may push to a project, as far as no branch is protected. */
export function useMayPush(project: Project): boolean {
  return useProjectLevel(project) >= Level.developer && project.archived !== true;
}

/** The access level of the visitor in a group; 0 until it is known and for others than members. */
export function useGroupLevel(group: Group): number {
  const user = useCurrentUser();
  const { data } = useQuery({
    queryKey: groupKeys.level(group.id, user?.id),
    queryFn: () =>
      unwrap(
        api.GET('/api/v4/groups/{id}/members/all/{user_id}', {
          params: { path: { id: String(group.id), user_id: user?.id ?? 0 } },
        }),
      ).catch(levelZeroIfMissing),
    enabled: user !== undefined && user.is_admin !== true,
    staleTime: 60_000,
  });
  if (user?.is_admin) return Level.owner;
  return data?.access_level ?? 0;
}

function levelZeroIfMissing(error: unknown): { access_level: number } {
  if (error instanceof ApiError && error.status === 404) return { access_level: 0 };
  throw error;
}
