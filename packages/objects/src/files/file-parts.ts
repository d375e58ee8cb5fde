/** The parts of a migration of files from one store to another. */
import type { FileStore, StoredFile } from '@forgemesh/data';
import { GRACE_MS, type MigrationPart, type MigrationStep } from '../migration';

/** The stores of the files with one name. */
export interface MigratedFiles {
  name: string;
  to: FileStore;
  from: FileStore;
}

/** Returns a part for the files with one name. */
export function filePart(files: MigratedFiles): MigrationPart {
  const part: MigrationPart<StoredFile> = {
    id: files.name,
    list: () => files.from.list(''),
    migrate: (file) => migrateFile(files, file),
  };
  return part as MigrationPart;
}

/** Copies a file, or removes it if its copy is old enough. */
async function migrateFile({ to, from }: MigratedFiles, file: StoredFile): Promise<MigrationStep> {
  const { id } = file;
  const copy = await to.stat(id);
  if (copy && copy.size !== file.size) return 'damaged';
  if (copy && copy.stored_at.getTime() > Date.now() - GRACE_MS) return 'waiting';
  if (copy) {
    await from.remove(id);
    return 'deleted';
  }
  // Chunks that are missing would otherwise end the pass. The digest is compared after the copy.
  const checksum = await from.checksum(id);
  const opened = checksum === null ? null : await from.open(id);
  if (!opened) return (await from.stat(id)) ? 'damaged' : 'gone';
  await to.write(id, opened.content, opened.metadata);
  if ((await to.checksum(id)) !== checksum) {
    await to.remove(id);
    return 'damaged';
  }
  // It was removed while it was copied.
  if (!(await from.stat(id))) await to.remove(id);
  return 'copied';
}
