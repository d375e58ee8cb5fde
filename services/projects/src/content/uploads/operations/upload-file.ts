import { randomBytes, randomUUID } from 'node:crypto';
import { cleanFileName, limitStream } from '@forgemesh/http';
import { UploadServiceDefinition } from '@forgemesh/proto/projects/v1/upload';
import { uploadOperation, type Call } from '@forgemesh/rpc';
import { presentUpload } from '../upload.entity';
import type { UploadDocument } from '../upload.model';
import type { UploadsDeps } from '../deps';

const MB = 1024 * 1024;

/** Attaches a file to a project. A retry returns the file of the first attempt. */
export const uploadFile = uploadOperation(
  UploadServiceDefinition.uploadFile,
  async (request, content, call: Call<UploadsDeps>) => {
    const earlier = await call.deps.uploads.findByOperation(call.operationId ?? '');
    const upload = earlier ?? (await storeFile(call, cleanFileName(request.file), content));
    return upload ? presentUpload(upload, call.resource('id').full_path) : {};
  },
);

/**
 * Stores the content, then the document, so that no URL points to a missing file. Undefined if the
 * file is too large.
 */
async function storeFile(
  call: Call<UploadsDeps>,
  fileName: string,
  content: AsyncIterable<Uint8Array>,
): Promise<UploadDocument | undefined> {
  const { deps, principal, operationId } = call;
  const limit = deps.settings.current().max_attachment_size * MB;
  const file = randomUUID();
  const received = { bytes: 0 };
  await deps.uploadFiles.write(file, limitStream(limit, content, received));
  if (received.bytes > limit) {
    await deps.uploadFiles.remove(file);
    return undefined;
  }
  const upload = await deps.uploads.insert(
    {
      _id: await deps.uploads.nextId(),
      ...(operationId !== undefined && { operation_id: operationId }),
      project_id: call.resource('id').id,
      secret: randomBytes(16).toString('hex'),
      file_name: fileName,
      file,
      size: received.bytes,
      creator_id: principal.id,
      created_at: new Date(),
    },
    [{ type: 'projects.upload.created', actor: principal.id }],
  );
  // A concurrent attempt of this write inserted its file first, so the content stored here is
  // unused.
  if (upload.file !== file) await deps.uploadFiles.remove(file);
  return upload;
}
