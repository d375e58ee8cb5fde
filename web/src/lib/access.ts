/** What the visitor may do, for showing controls. The API decides. */
import type { Project } from '../api/types';
import { useCurrentUser } from '../session/use-session';

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

/** Returns the name of an access level. */
export function levelText(level: number): string {
  if (level === 0) return 'No one';
  return levels.find((entry) => entry.level === level)?.text ?? `Level ${level}`;
}

/** The access level of the visitor in a project; 0 for visitors who are not members. */
export function useProjectLevel(project: Project): number {
  const user = useCurrentUser();
  if (user?.is_admin) return Level.owner;
  const { project_access: own, group_access: inherited } = project.permissions ?? {};
  return Math.max(own?.access_level ?? 0, inherited?.access_level ?? 0);
}
