import type { FileKind } from '@forgemesh/data';
import { isExpired, type ExportDocument } from '#import-export/exports';
import type { FileReplicationDeps } from './deps';

/** Filter for finished exports that have not expired. */
const availableFilter = () => ({ status: 'finished' as const, expires_at: { $gt: new Date() } });

/** Archives of exports. The file id is the id of the project. */
export const archiveKind: FileKind<FileReplicationDeps> = {
  store: ({ exportFiles }) => exportFiles,
  async ids({ exports }, { after, limit, belongsTo }) {
    const range = { project_id: { $gt: after, ...(belongsTo !== 0 && { $eq: belongsTo }) }, ...availableFilter() };
    const order = { sort: { project_id: 1 }, limit } as const;
    const found = await exports.model.find(range, { project_id: 1 }, order).lean<ExportDocument[]>();
    return found.map(({ project_id: id }) => id);
  },
  async find({ exports }, id) {
    const found = await exports.model.findOne({ project_id: id }).lean<ExportDocument>();
    if (found?.status !== 'finished' || found.file === null || isExpired(found)) return null;
    const { file: content, file_name: name, expires_at } = found;
    return { content, name: name ?? '', secret: '', belongs_to: id, expires_at };
  },
  count: ({ exports }) => exports.model.countDocuments(availableFilter()).exec(),
};
