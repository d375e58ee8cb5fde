/**
 * Every page with its address. Pages are loaded when they are first opened. Add a page by one line
 * in the list of its kind.
 */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A page and its pattern, in the syntax of React Router. */
export interface PageRoute {
  path: string;
  Page: LazyExoticComponent<ComponentType>;
  /** Loads the page before it is shown. */
  preload: () => Promise<unknown>;
}

/** Loads the component `name` of a module when it is first shown. */
function page<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): PageRoute {
  const Page = lazy(async (): Promise<{ default: ComponentType }> => ({ default: (await load())[name] }));
  return { path, Page, preload: load };
}

/** Pages outside of groups and projects. Addresses of users and projects come after them. */
export const globalPages: PageRoute[] = [
  page('/', () => import('#pages/start/start-page'), 'StartPage'),
  page('/explore', () => import('#pages/explore/explore-page'), 'ExplorePage'),
  page('/explore/groups', () => import('#pages/explore/explore-page'), 'ExploreGroupsPage'),
  page('/search', () => import('#pages/search/search-page'), 'SearchPage'),
  page('/dashboard/issues', () => import('#pages/issues/issues-page'), 'DashboardIssuesPage'),
  page('/dashboard/merge_requests', () => import('#pages/merge-requests/requests-page'), 'DashboardRequestsPage'),
  page('/projects/new', () => import('#pages/create/new-project-page'), 'NewProjectPage'),
  page('/-/snippets/new', () => import('#pages/snippets/new-snippet-page'), 'NewSnippetPage'),
  page('/dashboard/snippets', () => import('#pages/snippets/snippets-page'), 'OwnSnippetsPage'),
  page('/explore/snippets', () => import('#pages/snippets/snippets-page'), 'ExploreSnippetsPage'),
  page('/snippets/:id', () => import('#pages/snippets/snippet-page'), 'SnippetPage'),
  page('/-/snippets/:id', () => import('#pages/snippets/snippet-page'), 'SnippetPage'),
  page('/dashboard/todos', () => import('#pages/todos/todos-page'), 'TodosPage'),
  page('/admin', () => import('#pages/admin/admin-page'), 'AdminPage'),
  page('/admin/geo/nodes/:nodeId/edit', () => import('#pages/admin/node-page'), 'NodePage'),
  page('/admin/:tab', () => import('#pages/admin/admin-page'), 'AdminPage'),
  page('/projects/import', () => import('#pages/create/import-project-page'), 'ImportProjectPage'),
  page('/groups/import', () => import('#pages/create/import-group-page'), 'ImportGroupPage'),
  page('/groups/new', () => import('#pages/create/new-group-page'), 'NewGroupPage'),
  page('/-/profile', () => import('#pages/settings/user/profile-page'), 'ProfilePage'),
  page('/-/profile/two_factor_auth', () => import('#pages/settings/user/two-factor-page'), 'TwoFactorPage'),
  page('/-/profile/emails', () => import('#pages/settings/user/emails-page'), 'EmailsPage'),
  page('/-/profile/notifications', () => import('#pages/settings/user/notifications-page'), 'NotificationsPage'),
  page(
    '/-/user_settings/personal_access_tokens',
    () => import('#pages/settings/user/access-tokens-page'),
    'AccessTokensPage',
  ),
  page('/-/user_settings/ssh_keys', () => import('#pages/settings/user/ssh-keys-page'), 'SshKeysPage'),
  page('/-/user_settings/gpg_keys', () => import('#pages/settings/user/gpg-keys-page'), 'GpgKeysPage'),
  page('/-/user_settings/active_sessions', () => import('#pages/settings/user/sign-ins-page'), 'SignInsPage'),
  page('/users/sign_in', () => import('#pages/sign-in/sign-in-page'), 'SignInPage'),
];

/** Pages of a project: below `/<project>/-/`. The empty path is its overview. */
export const projectPages: PageRoute[] = [
  page('/', () => import('#pages/project/project-page'), 'ProjectPage'),
  page('/activity', () => import('#pages/project/project-page'), 'ActivityPage'),
  page('/tree/*', () => import('#pages/files/tree-page'), 'TreePage'),
  page('/blob/*', () => import('#pages/files/blob-page'), 'BlobPage'),
  page('/raw/*', () => import('#pages/files/blob-page'), 'RawPage'),
  page('/blame/*', () => import('#pages/files/blame-page'), 'BlamePage'),
  page('/edit/*', () => import('#pages/files/edit-page'), 'EditFilePage'),
  page('/new/*', () => import('#pages/files/edit-page'), 'NewFilePage'),
  page('/commits/*', () => import('#pages/commits/commits-page'), 'CommitsPage'),
  page('/commit/:sha', () => import('#pages/commits/commit-page'), 'CommitPage'),
  page('/branches', () => import('#pages/refs/branches-page'), 'BranchesPage'),
  page('/tags', () => import('#pages/refs/tags-page'), 'TagsPage'),
  page('/tags/*', () => import('#pages/refs/tags-page'), 'TagPage'),
  page('/releases', () => import('#pages/refs/releases-page'), 'ReleasesPage'),
  page('/releases/new', () => import('#pages/refs/release-form'), 'NewReleasePage'),
  page('/releases/*', () => import('#pages/refs/releases-page'), 'ReleasePage'),
  page('/wikis/*', () => import('#pages/wikis/wiki-page'), 'WikiPage'),
  page('/snippets', () => import('#pages/snippets/snippets-page'), 'ProjectSnippetsPage'),
  page('/snippets/new', () => import('#pages/snippets/new-snippet-page'), 'NewProjectSnippetPage'),
  page('/snippets/:id', () => import('#pages/snippets/snippet-page'), 'ProjectSnippetPage'),
  page('/compare/*', () => import('#pages/commits/compare-page'), 'ComparePage'),
  page('/issues', () => import('#pages/issues/issues-page'), 'IssuesPage'),
  page('/issues/new', () => import('#pages/issues/new-issue-page'), 'NewIssuePage'),
  page('/issues/:iid', () => import('#pages/issues/issue-page'), 'IssuePage'),
  page('/merge_requests', () => import('#pages/merge-requests/requests-page'), 'RequestsPage'),
  page('/merge_requests/new', () => import('#pages/merge-requests/new-request-page'), 'NewRequestPage'),
  page('/merge_requests/:iid', () => import('#pages/merge-requests/request-page'), 'RequestPage'),
  page('/merge_requests/:iid/:tab', () => import('#pages/merge-requests/request-page'), 'RequestPage'),
  page('/labels', () => import('#pages/planning/labels-page'), 'LabelsPage'),
  page('/milestones', () => import('#pages/planning/milestones-page'), 'MilestonesPage'),
  page('/milestones/new', () => import('#pages/planning/milestones-page'), 'NewMilestonePage'),
  page('/milestones/:iid', () => import('#pages/planning/milestone-page'), 'MilestonePage'),
  page('/boards', () => import('#pages/planning/boards-page'), 'BoardsPage'),
  page('/boards/:boardId', () => import('#pages/planning/boards-page'), 'BoardsPage'),
  page('/project_members', () => import('#pages/settings/project/members-page'), 'ProjectMembersPage'),
  page('/edit', () => import('#pages/settings/project/general-page'), 'ProjectGeneralPage'),
  page('/settings/repository', () => import('#pages/settings/project/repository-page'), 'ProjectRepositoryPage'),
  page(
    '/settings/merge_requests',
    () => import('#pages/settings/project/merge-requests-page'),
    'ProjectMergeRequestsPage',
  ),
  page('/settings/ci_cd', () => import('#pages/settings/project/pipelines-page'), 'ProjectPipelinesPage'),
  page('/settings/integrations', () => import('#pages/settings/project/integrations-page'), 'ProjectIntegrationsPage'),
  page(
    '/settings/integrations/:slug/edit',
    () => import('#pages/settings/project/integration-page'),
    'ProjectIntegrationPage',
  ),
  page('/hooks', () => import('#pages/settings/project/hooks-page'), 'ProjectHooksPage'),
  page('/hooks/:hookId/edit', () => import('#pages/settings/project/hook-page'), 'ProjectHookPage'),
  page('/audit_events', () => import('#pages/settings/project/audit-events-page'), 'ProjectAuditEventsPage'),
];

/** Pages of a group: below `/groups/<group>/-/`. The empty path is its overview. */
export const groupPages: PageRoute[] = [
  page('/', () => import('#pages/group/group-page'), 'GroupPage'),
  page('/issues', () => import('#pages/issues/issues-page'), 'GroupIssuesPage'),
  page('/merge_requests', () => import('#pages/merge-requests/requests-page'), 'GroupRequestsPage'),
  page('/labels', () => import('#pages/planning/labels-page'), 'GroupLabelsPage'),
  page('/epics', () => import('#pages/planning/epics-page'), 'EpicsPage'),
  page('/epics/:iid', () => import('#pages/planning/epic-page'), 'EpicPage'),
  page('/milestones', () => import('#pages/planning/milestones-page'), 'GroupMilestonesPage'),
  page('/milestones/new', () => import('#pages/planning/milestones-page'), 'NewGroupMilestonePage'),
  page('/milestones/:iid', () => import('#pages/planning/milestone-page'), 'GroupMilestonePage'),
  page('/boards', () => import('#pages/planning/boards-page'), 'GroupBoardsPage'),
  page('/boards/:boardId', () => import('#pages/planning/boards-page'), 'GroupBoardsPage'),
  page('/group_members', () => import('#pages/settings/group/members-page'), 'GroupMembersPage'),
  page('/edit', () => import('#pages/settings/group/general-page'), 'GroupGeneralPage'),
  page('/settings/repository', () => import('#pages/settings/group/repository-page'), 'GroupRepositoryPage'),
  page('/settings/ci_cd', () => import('#pages/settings/group/pipelines-page'), 'GroupPipelinesPage'),
  page('/audit_events', () => import('#pages/settings/group/audit-events-page'), 'GroupAuditEventsPage'),
];

/** Whether a list has a page for an address, so that menus only name pages that exist. */
export function hasPage(pages: readonly PageRoute[], address: string): boolean {
  const pattern = `/${address.replace(/^\//, '')}`;
  return pages.some(({ path }) => path === pattern || path === `${pattern}/*`);
}
