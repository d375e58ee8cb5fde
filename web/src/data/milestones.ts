import { useQuery } from '@tanstack/react-query';
import { allPages } from '#api/all-pages';
import { api, unwrap, unwrapPage } from '#api/client';
import type { Milestone, BodyOf, QueryOf } from '#api/types';
import { apiPathOf, type OwnerId } from './owner';

/** Keys of the queries of milestones. */
export const milestoneKeys = {
  one: (owner: OwnerId, iid: string) => ['milestone', owner.kind, owner.id, iid],
  burndown: (owner: OwnerId, iid: string) => ['milestone', owner.kind, owner.id, iid, 'burndown'],
  issues: (owner: OwnerId, iid: string) => ['milestone', owner.kind, owner.id, iid, 'issues'],
  mergeRequests: (owner: OwnerId, iid: string) => ['milestone', owner.kind, owner.id, iid, 'requests'],
  lists: ['milestones'],
  choices: (projectId: number) => ['milestones', 'choices', projectId],
  list: (owner: OwnerId, state: string, page: number) => ['milestones', owner.kind, owner.id, state, page],
} as const;

/** List the milestones of a project. */
export function listProjectMilestones(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/milestones'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/milestones', { params: { path: { id: String(projectId) }, query } }),
  );
}

/** List the milestones of a project or group. */
export function listMilestones(owner: OwnerId, query: QueryOf<'get', '/api/v4/projects/{id}/milestones'>) {
  return unwrapPage(api.GET(`${apiPathOf(owner)}/milestones`, { params: { path: { id: owner.id }, query } }));
}

/** Create a milestone in a project or group. */
export function createMilestone(owner: OwnerId, body: BodyOf<'post', '/api/v4/projects/{id}/milestones'>) {
  return unwrap(api.POST(`${apiPathOf(owner)}/milestones`, { params: { path: { id: owner.id } }, body }));
}

/** List the milestones of a project or group. */
export function findMilestones(owner: OwnerId, query: QueryOf<'get', '/api/v4/projects/{id}/milestones'>) {
  return unwrap(api.GET(`${apiPathOf(owner)}/milestones`, { params: { path: { id: owner.id }, query } }));
}

/** List the issues of a project or group milestone. */
export function listMilestoneIssues(
  owner: OwnerId,
  milestoneId: number,
  query: QueryOf<'get', '/api/v4/projects/{id}/milestones/{milestone_id}/issues'>,
) {
  return unwrapPage(
    api.GET(`${apiPathOf(owner)}/milestones/{milestone_id}/issues`, {
      params: { path: { id: owner.id, milestone_id: milestoneId }, query },
    }),
  );
}

/** List the merge requests of a project or group milestone. */
export function listMilestoneMergeRequests(
  owner: OwnerId,
  milestoneId: number,
  query: QueryOf<'get', '/api/v4/projects/{id}/milestones/{milestone_id}/merge_requests'>,
) {
  return unwrapPage(
    api.GET(`${apiPathOf(owner)}/milestones/{milestone_id}/merge_requests`, {
      params: { path: { id: owner.id, milestone_id: milestoneId }, query },
    }),
  );
}

/** List the burndown events of a project or group milestone. */
export function listMilestoneBurndownEvents(owner: OwnerId, milestoneId: number) {
  return unwrap(
    api.GET(`${apiPathOf(owner)}/milestones/{milestone_id}/burndown_events`, {
      params: { path: { id: owner.id, milestone_id: milestoneId } },
    }),
  );
}

/** Delete a milestone of a project or group. */
export function deleteMilestone(owner: OwnerId, milestoneId: number) {
  return unwrap(
    api.DELETE(`${apiPathOf(owner)}/milestones/{milestone_id}`, {
      params: { path: { id: owner.id, milestone_id: milestoneId } },
    }),
  );
}

/** Update a milestone of a project or group. */
export function updateMilestone(
  owner: OwnerId,
  milestoneId: number,
  body: BodyOf<'put', '/api/v4/projects/{id}/milestones/{milestone_id}'>,
) {
  return unwrap(
    api.PUT(`${apiPathOf(owner)}/milestones/{milestone_id}`, {
      params: { path: { id: owner.id, milestone_id: milestoneId } },
      body,
    }),
  );
}

/** The milestones of a project and its groups, for choices. */
export function useProjectMilestones(projectId: number, isEnabled = true) {
  return useQuery({
    queryKey: milestoneKeys.choices(projectId),
    queryFn: () =>
      allPages<Milestone>((page) =>
        listProjectMilestones(projectId, { page, per_page: 100, state: 'active', include_parent_milestones: true }),
      ),
    staleTime: 60_000,
    enabled: isEnabled,
  });
}
