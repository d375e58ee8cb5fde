/** Imports the large files of an archive. */
import { BadRequestError, isForgeError } from '@forgemesh/errors';
import { entries, folders, jsonFile, lfsObjectOf, type OpenArchive } from '#import-export/archives';
import type { ImportDocument } from '#import-export/imports';
import type { ArchiveFiles } from './import-files';
import type { ImportedContentDeps } from './deps';

const digest = /^[0-9a-f]{64}$/;

/**
 * Stores the large files. Their contents are verified, so that an archive cannot claim an object of
 * another project by its name. Those that are not what their names say, too large, or listed
 * without a file are left out. Idempotent.
 */
export async function importLfsObjects(
  { clients: { lfsObjects } }: ImportedContentDeps,
  { project_id }: Pick<ImportDocument, 'project_id'>,
  { archive, failures }: ArchiveFiles,
): Promise<void> {
  for (const [name, { size, read }] of archive.files) {
    const oid = lfsObjectOf(name);
    if (oid === undefined) continue;
    try {
      await lfsObjects.storeLfsObject({ project_id, oid, size }, { content: read() });
    } catch (error) {
      if (!isForgeError(error) || error.reason !== 'bad_request') throw error;
      failures.addFile('lfs_objects', `${name} cannot be used: ${error.message}`);
    }
  }
  for (const oid of await listedObjects(archive)) {
    const name = `${folders.lfsObjects}/${oid}`;
    if (!archive.files.has(name)) failures.addFile('lfs_objects', `${name} is missing in the archive`);
  }
}

/** The digests that the archive lists; archives of earlier versions have no list. */
async function listedObjects({ files }: OpenArchive): Promise<string[]> {
  const file = files.get(entries.lfsObjects);
  if (!file) return [];
  const list = await jsonFile(file, entries.lfsObjects);
  if (typeof list !== 'object' || list === null || Array.isArray(list))
    throw new BadRequestError(`${entries.lfsObjects} is not a JSON object`);
  return Object.keys(list).filter((key) => digest.test(key));
}
