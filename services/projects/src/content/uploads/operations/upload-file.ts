import { randomBytes, randomUUID } from 'node:crypto';
import { cleanFileName, limitStream } from '@forgemesh/web';
import { UploadServiceDefinition } from '@forgemesh/proto/projects/v1/upload';
import { uploadOperation, type ProjectsCall } from '../../../operation';
import { presentUpload } from '../upload.entity';
import type { UploadDocument } from '../upload.model';

const MB = 1024 * 1024;

/** Attaches a file to a project. A repeated write meets the file of the first try. */
export const uploadFile = uploadOperation(UploadServiceDefinition.uploadFile, async (request, content, call) => {
  const earlier = await call.deps.uploads.findByOperation(call.operationId ?? '');
  const upload = earlier ?? (await storeFile(call, cleanFileName(request.file), content));
  return upload ? presentUpload(upload, call.resource('id').full_path) : {};
});

/**
 * Keeps a file: its content first, so that no address is given of what is not there. Undefined
 * where it is too large.
 */
async function storeFile(
  call: ProjectsCall,
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
  // Another try of this write was first: its file is the one that is kept.
  if (upload.file !== file) await deps.uploadFiles.remove(file);
  return upload;
}
