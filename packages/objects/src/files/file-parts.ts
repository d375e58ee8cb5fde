/** The parts of a migration of files from one store to another. */
import type { FileStore, StoredFile } from '@forgemesh/data';
import { GRACE_MS, type MigrationPart, type MigrationStep } from '../migration';

/** A file that a migration has stored. */
export interface InsertedFile {
  /** SHA-256 of the stored content, in hex; null if it is incomplete. */
  sha256: string | null;
  /** Removes it, unless it was replaced meanwhile. */
  undo(): Promise<void>;
}

/** Stores a file that does not exist; null if it exists meanwhile. */
export type InsertFile = (
  id: string,
  content: AsyncIterable<Uint8Array>,
  metadata: Record<string, unknown>,
) => Promise<InsertedFile | null>;

/** The stores of the files with one name. */
export interface MigratedFiles {
  name: string;
  to: FileStore;
  from: FileStore;
  /** Stores a file in `to`. */
  insert: InsertFile;
}

/** Creates the function for a store in GridFS, whose ids are not unique. */
export function insertIntoDatabase(files: FileStore): InsertFile {
  return async (id, content, metadata) => {
    await files.write(id, content, metadata);
    return { sha256: await files.checksum(id), undo: () => files.remove(id) };
  };
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
async function migrateFile({ to, from, insert }: MigratedFiles, file: StoredFile): Promise<MigrationStep> {
  const { id } = file;
  const copy = await to.stat(id);
  if (copy && copy.size !== file.size) return 'damaged';
  if (copy && copy.stored_at.getTime() > Date.now() - GRACE_MS) return 'waiting';
  if (copy) {
    await from.remove(id);
    return 'deleted';
  }
  // Null for a file whose content is incomplete, which would otherwise end the pass.
  const checksum = await from.checksum(id);
  const opened = checksum === null ? null : await from.open(id);
  if (!opened) return (await from.stat(id)) ? 'damaged' : 'gone';
  const inserted = await insert(id, opened.content, opened.metadata);
  if (!inserted) return 'waiting';
  if (inserted.sha256 !== checksum) {
    await inserted.undo();
    return 'damaged';
  }
  // It was removed or replaced while it was copied.
  if (!(await from.stat(id))) await inserted.undo();
  return 'copied';
}
