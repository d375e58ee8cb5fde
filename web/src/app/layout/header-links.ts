/** Links of the menu "New". */
export const creationLinks = [
  { to: '/projects/new', text: 'New project' },
  { to: '/groups/new', text: 'New group' },
  { to: '/-/snippets/new', text: 'New snippet' },
];

/** Links of the menu of the signed-in user. */
export const userLinks = [
  { to: '/dashboard/projects', text: 'Your projects' },
  { to: '/dashboard/groups', text: 'Your groups' },
  { to: '/dashboard/todos', text: 'To-do list' },
  { to: '/dashboard/issues', text: 'Assigned issues' },
  { to: '/dashboard/merge_requests', text: 'Assigned merge requests' },
  { to: '/dashboard/snippets', text: 'Your snippets' },
  { to: '/-/profile', text: 'Settings' },
];
