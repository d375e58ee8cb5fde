import { api, unwrap } from '#api/client';
import type { paths } from '../../gen/openapi';

type Update = NonNullable<
  paths['/api/v4/projects/{id}/merge_requests/{merge_request_iid}']['put']['requestBody']
>['content']['application/json'];

/** Changes fields of a merge request. */
export function updateRequest(projectId: number, iid: number, body: Update) {
  return unwrap(
    api.PUT('/api/v4/projects/{id}/merge_requests/{merge_request_iid}', {
      params: { path: { id: String(projectId), merge_request_iid: iid } },
      body,
    }),
  );
}
