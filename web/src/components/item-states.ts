/** The names of states, which differ in gender by what has them in some languages. */
import { t } from '@lingui/core/macro';

/** What has a state. */
export type StatefulKind = 'issue' | 'merge_request' | 'epic' | 'milestone';

/** The names of the states by kind. */
export const stateNames = {
  issue: {
    opened: t`Open`,
    closed: t`Closed`,
  },
  merge_request: {
    opened: t({ message: 'Open', context: 'merge request' }),
    closed: t({ message: 'Closed', context: 'merge request' }),
    merged: t`Merged`,
    locked: t`Locked`,
  },
  epic: {
    opened: t({ message: 'Open', context: 'epic' }),
    closed: t({ message: 'Closed', context: 'epic' }),
  },
  milestone: {
    active: t({ message: 'Active', context: 'milestone' }),
    closed: t({ message: 'Closed', context: 'milestone' }),
  },
} as const satisfies Record<StatefulKind, Record<string, string>>;

/** Returns the name of a state; a state without a name is shown as it is. */
export function stateNameOf(kind: StatefulKind, state: string): string {
  const names: Readonly<Record<string, string>> = stateNames[kind];
  return names[state] ?? state;
}
