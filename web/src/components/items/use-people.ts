import { useQuery } from '@tanstack/react-query';
import { allPages } from '#api/all-pages';
import { api, unwrapPage } from '#api/client';
import type { Member, Milestone } from '#api/types';

/** The members of a project and its groups, for choices. */
export function useProjectPeople(projectId: number, isEnabled = true) {
  return useQuery({
    queryKey: ['people', projectId],
    queryFn: () =>
      allPages<Member>((page) =>
        unwrapPage(
          api.GET('/api/v4/projects/{id}/members/all', {
            params: { path: { id: String(projectId) }, query: { page, per_page: 100 } },
          }),
        ),
      ),
    staleTime: 60_000,
    enabled: isEnabled,
  });
}

/** The milestones of a project and its groups, for choices. */
export function useProjectMilestones(projectId: number, isEnabled = true) {
  return useQuery({
    queryKey: ['milestones', 'choices', projectId],
    queryFn: () =>
      allPages<Milestone>((page) =>
        unwrapPage(
          api.GET('/api/v4/projects/{id}/milestones', {
            params: {
              path: { id: String(projectId) },
              query: { page, per_page: 100, state: 'active', include_parent_milestones: true },
            },
          }),
        ),
      ),
    staleTime: 60_000,
    enabled: isEnabled,
  });
}
