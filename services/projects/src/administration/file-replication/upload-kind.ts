import type { FileKind } from '@forgemesh/data';
import type { UploadDocument } from '#content/uploads';
import type { FileReplicationDeps } from './deps';

/** Files attached to projects. The file id is the id of the upload. */
export const uploadKind: FileKind<FileReplicationDeps> = {
  store: ({ uploadFiles }) => uploadFiles,
  async ids({ uploads }, { after, limit, belongsTo }) {
    const range = { _id: { $gt: after }, ...(belongsTo !== 0 && { project_id: belongsTo }) };
    const found = await uploads.model.find(range, { _id: 1 }, { sort: { _id: 1 }, limit }).lean<UploadDocument[]>();
    return found.map(({ _id }) => _id);
  },
  async find({ uploads }, id) {
    const upload = await uploads.find(id);
    if (!upload) return null;
    const { file: content, file_name: name, secret, project_id: belongs_to } = upload;
    return { content, name, secret, belongs_to, expires_at: null };
  },
  count: ({ uploads }) => uploads.model.countDocuments({}).exec(),
};
