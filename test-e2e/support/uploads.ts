/** Uploads and downloads of tests. */
import { create, mesh, type ApiClient, type Created } from '@forgemesh/testing';

/** Attaches a file to a project. */
export function upload(as: ApiClient, { id }: { id: number }, name: string, content: string): Promise<Created> {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  return create(as, `/projects/${id}/uploads`, form);
}

/** Requests a path of the mesh outside the API, or binary content inside it. */
export async function download(path: string, token?: string): Promise<{ status: number; text: string }> {
  const headers = new Headers(token === undefined ? {} : { 'PRIVATE-TOKEN': token });
  const response = await fetch(new URL(path, mesh().url), { headers });
  return { status: response.status, text: await response.text() };
}
