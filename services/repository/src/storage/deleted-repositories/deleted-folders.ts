/**
 * Locates repositories of deleted projects: the folder `@deleted` of their storage, on the same
 * file system, or, where folders are caches, a checkpoint under a number that no project has.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { RepositoryKind } from '@forgemesh/git-engine';
import { MIN_DELETED_ID } from '#refs/packs';
import { repositoryKinds, type RepositoryLocation, type Storages } from '#storage';
import type { DeletedRepositoryDocument } from './deleted-repository.model';
import type { DeletedRepositoriesDeps } from './deps';

const folderName = /^((\d+)-[0-9a-f]{16})(\.wiki)?\.git$/;

function deletedRoot(root: string): string {
  return path.join(root, '@deleted');
}

/** Folder of a deleted project's repository. */
export function deletedPath(root: string, folder: string, kind: RepositoryKind): string {
  return path.join(deletedRoot(root), folder + (kind === 'wiki' ? '.wiki.git' : '.git'));
}

/** Whether at least one repository of an entry is on the disk. */
export function isOnDisk(root: string, folder: string): boolean {
  return existsSync(deletedPath(root, folder, 'project')) || existsSync(deletedPath(root, folder, 'wiki'));
}

/** A deleted repository, for the packs that are kept outside of folders. */
export function deletedLocation(
  storages: Storages,
  { _id, storage }: Pick<DeletedRepositoryDocument, '_id' | 'storage'>,
  kind: RepositoryKind,
): RepositoryLocation {
  return storages.locateUnchecked(MIN_DELETED_ID + _id, storage, kind);
}

/** Whether at least one repository of an entry can be restored. */
export async function isSetAside(
  { storages, packs }: Pick<DeletedRepositoriesDeps, 'storages' | 'packs'>,
  entry: Pick<DeletedRepositoryDocument, '_id' | 'storage' | 'folder'>,
): Promise<boolean> {
  if (isOnDisk(storages.root(entry.storage), entry.folder)) return true;
  for (const kind of repositoryKinds) if (await packs.has(deletedLocation(storages, entry, kind))) return true;
  return false;
}

/** The folders of deleted repositories on a storage, with their project ids. */
export async function listDeletedFolders(root: string): Promise<Map<string, number>> {
  await mkdir(deletedRoot(root), { recursive: true });
  const found = (await readdir(deletedRoot(root))).map((name) => folderName.exec(name));
  return new Map(found.flatMap((match) => (match ? [[match[1] as string, Number(match[2])]] : [])));
}
