import { page, userPage, type PageRoute } from './page-route';

/** Pages of a group: below `/groups/<group>/-/`. The empty path is its overview. */
export const groupPages: PageRoute[] = [
  page('/', () => import('#pages/group/group-page'), 'GroupPage'),
  page('/issues', () => import('#pages/issues/issues-page'), 'GroupIssuesPage'),
  page('/merge_requests', () => import('#pages/merge-requests/requests-page'), 'GroupRequestsPage'),
  page('/labels', () => import('#pages/planning/labels-page'), 'GroupLabelsPage'),
  page('/epics', () => import('#pages/planning/epics-page'), 'EpicsPage'),
  page('/epics/:iid', () => import('#pages/planning/epic-page'), 'EpicPage'),
  page('/milestones', () => import('#pages/planning/milestones-page'), 'GroupMilestonesPage'),
  userPage('/milestones/new', () => import('#pages/planning/milestones-page'), 'NewGroupMilestonePage'),
  page('/milestones/:iid', () => import('#pages/planning/milestone-page'), 'GroupMilestonePage'),
  page('/boards', () => import('#pages/planning/boards-page'), 'GroupBoardsPage'),
  page('/boards/:boardId', () => import('#pages/planning/boards-page'), 'GroupBoardsPage'),
  page('/group_members', () => import('#pages/settings/group/members-page'), 'GroupMembersPage'),
  userPage('/edit', () => import('#pages/settings/group/general-page'), 'GroupGeneralPage'),
  userPage('/settings/repository', () => import('#pages/settings/group/repository-page'), 'GroupRepositoryPage'),
  userPage('/settings/ci_cd', () => import('#pages/settings/group/pipelines-page'), 'GroupPipelinesPage'),
  userPage('/audit_events', () => import('#pages/settings/group/audit-events-page'), 'GroupAuditEventsPage'),
];
