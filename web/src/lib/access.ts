/** What the visitor may do, for showing controls. The API decides. */
import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '#api/client';
import { ApiError } from '#api/errors';
import type { Group, Project } from '#api/types';
import { useCurrentUser } from '#session/use-session';

/** Access levels of members. */
export const Level = { guest: 10, reporter: 20, developer: 30, maintainer: 40, owner: 50 } as const;

/** Access levels with their names, for choices. */
export const levels = [
  { level: Level.guest, text: 'Guest' },
  { level: Level.reporter, text: 'Reporter' },
  { level: Level.developer, text: 'Developer' },
  { level: Level.maintainer, text: 'Maintainer' },
  { level: Level.owner, text: 'Owner' },
] as const;

/** Access levels as options of a field. */
export const levelOptions = levels.map(({ level, text }) => ({ value: String(level), text }));

/** Returns the name of an access level. */
export function levelText(level: number): string {
  if (level === 0) return 'No one';
  return levels.find((entry) => entry.level === level)?.text ?? `Level ${level}`;
}

/** The access level of the visitor in a project; 0 for visitors who are not members. */
export function useProjectLevel(project: Project | undefined): number {
  const user = useCurrentUser();
  if (user?.is_admin) return Level.owner;
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
    queryKey: ['group-level', group.id, user?.id],
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
