/** Links of the menu "New". */
import { t } from '@lingui/core/macro';

export const creationLinks = [
  { to: '/projects/new', text: t`New project` },
  { to: '/groups/new', text: t`New group` },
  { to: '/-/snippets/new', text: t`New snippet` },
];

/** Links of the menu of the signed-in user. */
export const userLinks = [
  { to: '/dashboard/projects', text: t`Your projects` },
  { to: '/dashboard/groups', text: t`Your groups` },
  { to: '/dashboard/todos', text: t`To-do list` },
  { to: '/dashboard/issues', text: t`Assigned issues` },
  { to: '/dashboard/merge_requests', text: t`Assigned merge requests` },
  { to: '/dashboard/snippets', text: t`Your snippets` },
  { to: '/-/profile', text: t`Settings` },
];
