/** The copies from which a secondary answers downloads. */
import { NotFoundError, UnavailableError } from '@forgemesh/errors';
import type { Download } from '@forgemesh/rpc';
import { safeHeaders } from '@forgemesh/web';
import type { Geo } from '../deps';
import type { FileDocument } from './file.model';
import type { FileKind } from './file-kinds';

/** What a request names a file by. */
export interface WantedFile {
  /** Id of the project, group or user. */
  id: number;
  secret?: string | undefined;
  /** Any where it is not given. */
  file_name?: string | undefined;
}

/** Names of the operations that download files, and what each downloads. */
export const downloads: Record<string, FileKind> = {
  GetUpload: 'upload',
  GetProjectAvatar: 'project_avatar',
  GetGroupAvatar: 'group_avatar',
  GetUserAvatar: 'user_avatar',
  DownloadProjectExport: 'archive',
};

/**
 * The copy of a file; null where requests are not answered from it. One that is behind is better
 * than none while the primary is away.
 */
export async function findHeld(
  { files, link }: Pick<Geo, 'files' | 'link'>,
  kind: FileKind,
  { id, secret, file_name: name }: WantedFile,
): Promise<FileDocument | null> {
  const wanted = { kind, belongs_to: id, ...(secret !== undefined && { secret }), ...(name !== undefined && { name }) };
  const found = await files.findOne(wanted).lean<FileDocument>();
  if (!found || found.content === null || found.verification_failure !== null) return null;
  if (found.expires_at !== null && found.expires_at.getTime() <= Date.now()) return null;
  return found.state === 'synced' || link.isCut() ? found : null;
}

/**
 * Downloads a copy. The gateway asks whether it is held before: what went meanwhile the primary
 * would tell of.
 */
export async function downloadHeld(
  deps: Pick<Geo, 'files' | 'link' | 'fileStore'>,
  kind: FileKind,
  wanted: WantedFile,
): Promise<Download & { name: string; size: number }> {
  const held = await findHeld(deps, kind, wanted);
  if (!held && !deps.link.isCut()) throw new UnavailableError('The copy of the file is made anew', { retryAfter: 1 });
  const file = held && (await deps.fileStore.open(held._id));
  if (!file) throw new NotFoundError();
  return { name: held.name, size: file.size, headers: safeHeaders(held.name, file.size), content: file.content };
}
