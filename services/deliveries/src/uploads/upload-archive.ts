import { HOUR_MS } from '@forgemesh/service/durations';
import { Readable } from 'node:stream';
import { isForgeError } from '@forgemesh/errors';
import { egressFetch } from '@forgemesh/http';
import type { ExportUploadTarget } from '@forgemesh/proto/projects/v1/export_upload';
import { contentOf } from '@forgemesh/rpc';
import { hookPolicy } from '#webhooks/hooks';
import type { UploadsDeps } from './deps';

const TIMEOUT_MS = HOUR_MS;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Names an archive. */
interface ArchiveRef {
  export_id: number;
  file: string;
}

/**
 * Uploads an archive and finishes its export. A failed upload does not fail the export, whose
 * archive stays available for download. Throws if the projects service is unavailable.
 */
export async function uploadArchive(deps: UploadsDeps, ref: ArchiveRef): Promise<void> {
  const target = await findTarget(deps, ref);
  // The export was replaced, removed or finished.
  if (!target) return;
  await send(deps, ref, target);
  await deps.clients.exportUploads.finishExportUpload(ref);
}

async function findTarget({ clients }: UploadsDeps, ref: ArchiveRef): Promise<ExportUploadTarget | null> {
  try {
    return await clients.exportUploads.getExportUpload(ref);
  } catch (error) {
    if (isForgeError(error) && error.reason === 'not_found') return null;
    throw error;
  }
}

async function send(
  { clients, settings, log }: UploadsDeps,
  ref: ArchiveRef,
  { url, method, size }: ExportUploadTarget,
): Promise<void> {
  const { export_id } = ref;
  const body = Readable.from(contentOf(clients.exportUploads.downloadExportArchive(ref)));
  try {
    const { status } = await egressFetch({
      url,
      method,
      body,
      headers: { 'Content-Type': 'application/gzip', 'Content-Length': String(size) },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
      policy: hookPolicy(settings.current(), false),
    });
    if (status >= 300) log.warn({ export_id, status }, 'upload of an archive was rejected');
  } catch (error) {
    log.warn({ err: error, export_id }, 'upload of an archive failed');
  } finally {
    body.destroy();
  }
}
