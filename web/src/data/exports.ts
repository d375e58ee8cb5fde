import { api, unwrap } from '#api/client';
import { sendForm } from '#api/send-form';
import type { BodyOf } from '#api/types';
import { downloadFrom } from './files';

/** Keys of the queries of exports. */
export const exportKeys = {
  ofProject: (projectId: number) => ['export', projectId],
  import: (projectId: string) => ['import', projectId],
} as const;

/** Get the status of a project import. */
export function getProjectImport(projectId: number | string) {
  return unwrap(api.GET('/api/v4/projects/{id}/import', { params: { path: { id: String(projectId) } } }));
}

/** Start the export of a group. */
export function startGroupExport(groupId: number | string) {
  return unwrap(api.POST('/api/v4/groups/{id}/export', { params: { path: { id: String(groupId) } } }));
}

/** Get the status of a project export. */
export function getProjectExport(projectId: number | string) {
  return unwrap(api.GET('/api/v4/projects/{id}/export', { params: { path: { id: String(projectId) } } }));
}

/** Start the export of a project. */
export function startProjectExport(projectId: number | string, body: BodyOf<'post', '/api/v4/projects/{id}/export'>) {
  return unwrap(api.POST('/api/v4/projects/{id}/export', { params: { path: { id: String(projectId) } }, body }));
}

/** Downloads the archive of a project. */
export function downloadProjectExport(projectId: number | string, name: string): Promise<void> {
  return downloadFrom(`/api/v4/projects/${projectId}/export/download`, name);
}

/** Downloads the archive of a group. */
export function downloadGroupExport(groupId: number | string, name: string): Promise<void> {
  return downloadFrom(`/api/v4/groups/${groupId}/export/download`, name);
}

/** Starts to create a project from an archive. Returns its id. */
export async function importProject(form: Readonly<Record<string, string | File>>): Promise<number> {
  const { id } = (await sendForm('POST', '/api/v4/projects/import', form)) as { id: number };
  return id;
}

/** Starts to create a group from an archive. */
export function importGroup(form: Readonly<Record<string, string | File>>) {
  return sendForm('POST', '/api/v4/groups/import', form);
}
