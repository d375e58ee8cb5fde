/** The content of files. */
import { authorizedFetch } from '#api/client';
import { apiErrorOf } from '#lib/api-error';
import { saveBlob } from '#lib/save-blob';

/** Keys of the queries of files. */
export const fileKeys = {
  content: (projectId: number, ref: string, path: string) => ['blob', projectId, ref, path],
  one: (projectId: number, ref?: string, path?: string) => ['file', projectId, ref, path],
  text: (projectId: number, ref?: string, path?: string) => ['text', projectId, ref, path],
} as const;

/** A file or folder at a ref. */
export interface FileAddress {
  ref: string;
  /** Empty for the root. */
  path: string;
}

/** Returns the API's address of a file's content; that of a large file, whose pointer is stored. */
export function rawAddress(projectId: number, { ref, path }: FileAddress): string {
  const file = encodeURIComponent(path);
  return `/api/v4/projects/${projectId}/repository/files/${file}/raw?ref=${encodeURIComponent(ref)}&lfs=true`;
}

/** Loads the content of an address of the API. Throws ApiError. */
export async function fetchFrom(address: string): Promise<Blob> {
  const response = await authorizedFetch(address);
  if (!response.ok) throw apiErrorOf(response, await response.json().catch(() => ''));
  return response.blob();
}

/** Loads a file. Throws ApiError. */
export function fetchBlob(projectId: number, address: FileAddress): Promise<Blob> {
  return fetchFrom(rawAddress(projectId, address));
}

/** Loads a file as text. */
export async function fetchText(projectId: number, address: FileAddress): Promise<string> {
  return (await fetchBlob(projectId, address)).text();
}

/** Saves a file with the browser. */
export async function downloadFrom(address: string, name: string): Promise<void> {
  saveBlob(await fetchFrom(address), name);
}

/** Returns the API's address of an archive of the files at a ref. */
export function archiveAddress(projectId: number, ref: string, format: string): string {
  return `/api/v4/projects/${projectId}/repository/archive.${format}?sha=${encodeURIComponent(ref)}`;
}
