import { useQueries } from '@tanstack/react-query';
import type { Commit } from '#api/types';
import type { FileAddress } from '#data/files';
import { useProject } from '#data/project-context';
import { listLastCommits, repositoryKeys } from '#data/repository';

/** Returns the last commits of a folder's entries by path, one request for each page of entries. */
export function useLastCommits(
  { ref, path }: FileAddress,
  { pages, perPage }: { pages: number; perPage: number },
): ReadonlyMap<string, Commit> {
  const { id } = useProject();
  return useQueries({
    queries: Array.from({ length: pages }, (_, index) => ({
      queryKey: repositoryKeys.lastCommits(id, { ref, path, page: index + 1 }),
      queryFn: () => listLastCommits(id, { ref, path, page: index + 1, per_page: perPage }),
      staleTime: 60_000,
    })),
    combine: (results) => {
      const commits = new Map<string, Commit>();
      for (const { data } of results)
        for (const entry of data ?? []) if (entry.commit) commits.set(entry.path, entry.commit);
      return commits;
    },
  });
}
