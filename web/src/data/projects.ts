import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '#api/client';

/** The query of a project, by its full path. */
export function useProjectQuery(fullPath: string) {
  return useQuery({
    queryKey: ['project', fullPath],
    queryFn: () =>
      unwrap(
        api.GET('/api/v4/projects/{id}', {
          params: { path: { id: fullPath }, query: { statistics: true, license: true } },
        }),
      ),
    staleTime: 60_000,
  });
}
