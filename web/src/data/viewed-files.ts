/** Files of a version of a merge request that the visitor has marked as viewed. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { api, unwrap } from '#api/client';
import { showError } from '#lib/messages';
import { useIsSignedIn } from '#session/use-session';

/** Keys of the queries of marks. */
export const viewedFileKeys = {
  of: (projectId: number, iid: number, headSha: string) => ['viewed-files', projectId, iid, headSha],
} as const;

const path = '/api/v4/projects/{id}/merge_requests/{merge_request_iid}/viewed_files';

/** The marks, and a function that changes them; undefined until they are known. */
export function useViewedFiles(projectId: number, iid: number, headSha: string | null) {
  const isSignedIn = useIsSignedIn();
  const client = useQueryClient();
  const params = { path: { id: String(projectId), merge_request_iid: iid } };
  const key = viewedFileKeys.of(projectId, iid, headSha ?? '');
  const keyText = JSON.stringify(key);
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => unwrap(api.GET(path, { params: { ...params, query: { head_sha: headSha ?? '' } } })),
    enabled: isSignedIn && headSha !== null,
    staleTime: 60_000,
  });
  const mark = useCallback(
    (file: string, isViewed: boolean): void => {
      const queryKey = JSON.parse(keyText) as unknown[];
      client.setQueryData<{ paths: string[] }>(queryKey, (before) => ({
        ...before,
        paths: [...(before?.paths ?? []).filter((each) => each !== file), ...(isViewed ? [file] : [])],
      }));
      unwrap(
        api.PUT(path, {
          params: { path: { id: String(projectId), merge_request_iid: iid } },
          body: { path: file, viewed: isViewed, ...(headSha !== null && { head_sha: headSha }) },
        }),
      ).catch((error: unknown) => {
        showError(error);
        void client.invalidateQueries({ queryKey });
      });
    },
    [client, keyText, projectId, iid, headSha],
  );
  return useMemo(() => data && { paths: new Set(data.paths), mark }, [data, mark]);
}
