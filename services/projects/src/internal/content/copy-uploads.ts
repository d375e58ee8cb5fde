import { randomBytes, randomUUID } from 'node:crypto';
import { ForbiddenError } from '@forgemesh/errors';
import { UploadCopyServiceDefinition, type UploadAddress } from '@forgemesh/proto/projects/v1/upload';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { subjectOf } from '#access';
import type { UploadDocument } from '#content/uploads';
import type { InternalContentDeps } from './deps';

const MB = 1024 * 1024;
/** Maximum number of bytes that one call copies; further files are left out. */
const MAX_TOTAL_BYTES = 200 * MB;

/** Target of the copies. */
interface Destination {
  project_id: number;
  key: string;
  creator_id: number;
}

/** Copies attached files to another project. */
export const copyUploads = internalOperation(
  UploadCopyServiceDefinition.copyUploads,
  async (request, { deps }: Call<InternalContentDeps>) => {
    const { subject, from_project_id: from, to_project_id: to, key, uploads } = request;
    const viewer = subjectOf(subject);
    const [source, target] = await Promise.all(
      [from, to].map((id) => deps.authorization.authorizeProject(viewer, String(id))),
    );
    if (!source?.found || !target?.found || viewer.id === null) throw new ForbiddenError();
    const limit = deps.settings.current().max_attachment_size * MB;
    const copies = [];
    let bytes = 0;
    for (const address of uploads) {
      const original = await findUpload(deps, from, address);
      if (!original || original.size > limit || bytes + original.size > MAX_TOTAL_BYTES) continue;
      const copy = await copyOnce(deps, original, { project_id: to, key, creator_id: viewer.id });
      if (!copy) continue;
      bytes += original.size;
      copies.push({ ...address, new_secret: copy.secret });
    }
    return { copies };
  },
);

function findUpload(
  { uploads }: InternalContentDeps,
  project_id: number,
  { secret, file_name }: UploadAddress,
): Promise<UploadDocument | null> {
  return uploads.model.findOne({ project_id, secret, file_name }).lean<UploadDocument>().exec();
}

/**
 * Copies a file, or finds its copy. The content is stored first, so that a copy always has content.
 * Null if the original has no content.
 */
async function copyOnce(
  deps: InternalContentDeps,
  original: UploadDocument,
  { project_id, key, creator_id }: Destination,
): Promise<UploadDocument | null> {
  const operation_id = `copy/${original._id}/${project_id}/${key}`;
  const earlier = await deps.uploads.findByOperation(operation_id);
  if (earlier) return earlier;
  const content = await deps.uploadFiles.open(original.file);
  if (!content) return null;
  const file = randomUUID();
  const size = await deps.uploadFiles.write(file, content.content);
  const copy = await deps.uploads.insert(
    {
      _id: await deps.uploads.nextId(),
      operation_id,
      project_id,
      secret: randomBytes(16).toString('hex'),
      file_name: original.file_name,
      file,
      size,
      creator_id,
      created_at: new Date(),
    },
    [{ type: 'projects.upload.created', actor: creator_id }],
  );
  // A concurrent call inserted its copy first.
  if (copy.file !== file) await deps.uploadFiles.remove(file);
  return copy;
}
