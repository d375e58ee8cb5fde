import { NotFoundError } from '@forgemesh/errors';
import type { ExportDocument } from '#import-export/exports';
import type { InternalExportsDeps } from './deps';

/** Names the archive of an export. */
interface ArchiveRef {
  export_id: number;
  file: string;
}

/** Whether an export waits for the upload of an archive. */
export function isWaitingForUpload(projectExport: ExportDocument, { file }: ArchiveRef): boolean {
  return projectExport.file === file && projectExport.status === 'after_export_action';
}

/** The export and its archive. Throws NotFoundError if it does not wait for its upload. */
export async function openWaitingUpload({ exports, exportFiles }: InternalExportsDeps, ref: ArchiveRef) {
  const projectExport = await exports.find(ref.export_id);
  if (!projectExport || !isWaitingForUpload(projectExport, ref)) throw new NotFoundError('Export');
  const archive = await exportFiles.open(ref.file);
  if (!archive) throw new NotFoundError('Archive');
  return { projectExport, archive };
}
