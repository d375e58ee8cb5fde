/** Access levels of members. */
import { t } from '@lingui/core/macro';

export const Level = { guest: 10, reporter: 20, developer: 30, maintainer: 40, owner: 50 } as const;

/** Access levels with their names, for choices. */
export const levels = [
  { level: Level.guest, text: t`Guest` },
  { level: Level.reporter, text: t`Reporter` },
  { level: Level.developer, text: t`Developer` },
  { level: Level.maintainer, text: t`Maintainer` },
  { level: Level.owner, text: t`Owner` },
] as const;

/** Access levels as options of a field. */
export const levelOptions = levels.map(({ level, text }) => ({ value: String(level), text }));

/** Returns the name of an access level. */
export function levelText(level: number): string {
  if (level === 0) return t`No one`;
  return levels.find((entry) => entry.level === level)?.text ?? t`Level ${level}`;
}
