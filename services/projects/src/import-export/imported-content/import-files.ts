/** Imports the files of an archive that this service stores. */
import { isForgeError } from '@forgemesh/errors';
import { cleanFileName } from '@forgemesh/http';
import type { Avatar } from '@forgemesh/data';
import { avatarEntry, uploadParts, type OpenArchive, type ImportFailures } from '#import-export/archives';
import { storeAvatar } from '#namespaces';
import type { ImportDocument } from '#import-export/imports';
import { keyOf } from './import-rows';
import type { ImportedContentDeps } from './deps';

const MEGABYTE = 1024 * 1024;
const MAX_AVATAR_BYTES = 200 * 1024;

/** The files of an archive, and where those that are left out are reported. */
export interface ArchiveFiles {
  archive: OpenArchive;
  failures: ImportFailures;
}

/**
 * Stores the attached files under their secrets, so that references in texts stay valid. Files
 * above the upload size limit are left out. Idempotent.
 */
export async function importUploads(
  deps: ImportedContentDeps,
  projectImport: ImportDocument,
  { archive, failures }: ArchiveFiles,
): Promise<void> {
  let at = 0;
  const maxBytes = deps.settings.current().max_attachment_size * MEGABYTE;
  for (const [name, content] of archive.files) {
    const parts = uploadParts(name);
    if (!parts) continue;
    const operation_id = `${keyOf(projectImport)}/uploads/${at++}`;
    if (content.size > maxBytes) {
      failures.addFile('uploads', `${name} is larger than ${maxBytes} bytes`);
      continue;
    }
    await deps.uploadFiles.write(operation_id, content.read());
    await deps.uploads.insertMany([
      {
        operation_id,
        project_id: projectImport.project_id,
        secret: parts.secret,
        file_name: cleanFileName(parts.file_name),
        file: operation_id,
        size: content.size,
        creator_id: projectImport.user_id,
        created_at: new Date(),
      },
    ]);
  }
}

/** Stores the avatar of the project. An avatar that an upload would reject is left out. */
export async function importAvatar(
  deps: ImportedContentDeps,
  { archive, failures }: ArchiveFiles,
): Promise<Avatar | null> {
  const found = avatarEntry(archive);
  if (!found) return null;
  if (found.file.size > MAX_AVATAR_BYTES) {
    failures.addFile('avatar', `The avatar is larger than ${MAX_AVATAR_BYTES} bytes`);
    return null;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of found.file.read()) chunks.push(chunk as Buffer);
  try {
    return (await storeAvatar(deps, { name: found.name, content: Buffer.concat(chunks).toString('base64') })) ?? null;
  } catch (error) {
    if (!isForgeError(error) || error.reason !== 'bad_request') throw error;
    failures.addFile('avatar', 'The avatar is not an image that can be used');
    return null;
  }
}
