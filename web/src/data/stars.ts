import { api, unwrap } from '#api/client';

/** Stars a project, or removes the star of the visitor. */
export async function toggleStar(projectId: number): Promise<void> {
  const params = { path: { id: String(projectId) } };
  const { response } = await api.POST('/api/v4/projects/{id}/star', { params });
  // 304: the visitor had starred the project.
  if (response.status === 304) await unwrap(api.POST('/api/v4/projects/{id}/unstar', { params }));
}
