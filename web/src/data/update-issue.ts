import { api, unwrap } from '#api/client';
import type { paths } from '../../gen/openapi';

type Update = NonNullable<
  paths['/api/v4/projects/{id}/issues/{issue_iid}']['put']['requestBody']
>['content']['application/json'];

/** Changes fields of an issue. */
export function updateIssue(projectId: number, iid: number, body: Update) {
  return unwrap(
    api.PUT('/api/v4/projects/{id}/issues/{issue_iid}', {
      params: { path: { id: String(projectId), issue_iid: iid } },
      body,
    }),
  );
}
