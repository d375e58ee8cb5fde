/** Project archives: created, read, exported and imported. */
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type ApiClient, type ApiResponse } from '@forgemesh/testing';
import { extract, pack, type Header } from 'tar-stream';
import { waitForLongTask } from './wait-for-long-task';

/** An entry of an archive. */
export type Entry = Partial<Header> & { name: string; content?: string | Buffer };

/** Creates an archive of valid or invalid entries. */
export async function createArchive(entries: readonly Entry[]): Promise<Buffer> {
  const tar = pack();
  const chunks: Buffer[] = [];
  const read = (async () => {
    for await (const chunk of tar) chunks.push(chunk as Buffer);
  })();
  for (const { content, ...header } of entries)
    if (content === undefined) tar.entry(header as Header);
    else tar.entry(header as Header, content);
  tar.finalize();
  await read;
  return gzipSync(Buffer.concat(chunks));
}

/** The entries of an archive by name, as texts. */
export async function readArchive(archive: Buffer): Promise<Map<string, string>> {
  const tar = extract();
  tar.end(gunzipSync(archive));
  const entries = new Map<string, string>();
  for await (const entry of tar) entries.set(entry.header.name, await text(entry as unknown as NodeJS.ReadableStream));
  return entries;
}

/** Exports a project and downloads its archive. */
export async function exportProject(as: ApiClient, token: string, url: string, id: number): Promise<Buffer> {
  const started = await as.post(`/projects/${id}/export`);
  if (started.status !== 202) throw new Error(`not exported: ${started.status} ${JSON.stringify(started.body)}`);
  await waitForExport(as, id);
  const response = await fetch(`${url}/api/v4/projects/${id}/export/download`, { headers: { 'PRIVATE-TOKEN': token } });
  if (response.status !== 200) throw new Error(`not downloaded: ${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Waits until an export has finished. */
export function waitForExport(as: ApiClient, id: number): Promise<ApiResponse> {
  return waitForLongTask(
    () => as.get(`/projects/${id}/export`),
    ({ status, body }) => status === 200 && ['none', 'finished'].includes(body.export_status as string),
  );
}

/** Requests an import. */
export function importArchive(as: ApiClient, archive: Buffer, fields: Record<string, string>): Promise<ApiResponse> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([archive]), 'export.tar.gz');
  return as.post('/projects/import', form);
}

/** Waits until an import has finished. */
export function waitForImport(as: ApiClient, id: number): Promise<ApiResponse> {
  return waitForLongTask(
    () => as.get(`/projects/${id}/import`),
    ({ body }) => ['finished', 'failed'].includes(body.import_status as string),
  );
}
