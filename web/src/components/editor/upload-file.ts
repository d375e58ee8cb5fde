import { authorizedFetch } from '../../api/client';
import { apiErrorOf } from '../../api/errors';

/** Uploads a file to a project. Returns the Markdown that shows or links it. */
export async function uploadFile(projectId: number, file: File): Promise<string> {
  const body = new FormData();
  body.set('file', file, file.name);
  const response = await authorizedFetch(
    new URL(`/api/v4/projects/${projectId}/uploads`, window.location.origin).href,
    {
      method: 'POST',
      body,
    },
  );
  const content = (await response.json()) as { markdown?: string };
  if (!response.ok) throw apiErrorOf(response, content);
  return content.markdown ?? '';
}
