/** File replicas from which a secondary serves downloads. */
import { NotFoundError, UnavailableError } from '@forgemesh/errors';
import type { Download } from '@forgemesh/rpc';
import { safeHeaders } from '@forgemesh/http';
import type { FileDocument } from './file.model';
import type { FileKind } from './file-kinds';
import type { FilesDeps } from './deps';

/** A file as a download request identifies it. */
export interface RequestedFile {
  /** Id of the project, group or user. */
  id: number;
  secret?: string | undefined;
  /** Absent: any name. */
  file_name?: string | undefined;
}

/** Kind of file by the name of the download operation. */
export const fileKindByOperation: Record<string, FileKind> = {
  GetUpload: 'upload',
  GetProjectAvatar: 'project_avatar',
  GetGroupAvatar: 'group_avatar',
  GetUserAvatar: 'user_avatar',
  DownloadProjectExport: 'archive',
};

/**
 * Finds the replica of a file; null if requests must not be served from it. An outdated replica is
 * used only while the primary is unreachable.
 */
export async function findFileReplica(
  { files, link }: Pick<FilesDeps, 'files' | 'link'>,
  kind: FileKind,
  { id, secret, file_name: name }: RequestedFile,
): Promise<FileDocument | null> {
  const filter = { kind, belongs_to: id, ...(secret !== undefined && { secret }), ...(name !== undefined && { name }) };
  const found = await files.findOne(filter).lean<FileDocument>();
  if (!found || found.content === null || found.verification_failure !== null) return null;
  if (found.expires_at !== null && found.expires_at.getTime() <= Date.now()) return null;
  return found.state === 'synced' || link.isDown() ? found : null;
}

/**
 * Downloads a replica. The gateway has called `HasFile` before; a file that was deleted since is
 * reported by the primary.
 */
export async function downloadFileReplica(
  deps: Pick<FilesDeps, 'files' | 'fileStore' | 'link'>,
  kind: FileKind,
  request: RequestedFile,
): Promise<Download & { name: string; size: number }> {
  const replica = await findFileReplica(deps, kind, request);
  if (!replica && !deps.link.isDown())
    throw new UnavailableError('The replica of the file is being synced', { retryAfter: 1 });
  const file = replica && (await deps.fileStore.open(replica._id));
  if (!file) throw new NotFoundError();
  return { name: replica.name, size: file.size, headers: safeHeaders(replica.name, file.size), content: file.content };
}
