/**
 * Locates repositories of deleted projects: the folder `@deleted` of their storage, on the same
 * file system.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { RepositoryKind } from '@forgemesh/git-engine';

const folderName = /^((\d+)-[0-9a-f]{16})(\.wiki)?\.git$/;

function deletedRoot(root: string): string {
  return path.join(root, '@deleted');
}

/** Folder of a deleted project's repository. */
export function deletedPath(root: string, folder: string, kind: RepositoryKind): string {
  return path.join(deletedRoot(root), folder + (kind === 'wiki' ? '.wiki.git' : '.git'));
}

/** Whether at least one repository of an entry is on the disk. */
export function isSetAside(root: string, folder: string): boolean {
  return existsSync(deletedPath(root, folder, 'project')) || existsSync(deletedPath(root, folder, 'wiki'));
}

/** The folders of deleted repositories on a storage, with their project ids. */
export async function listDeletedFolders(root: string): Promise<Map<string, number>> {
  await mkdir(deletedRoot(root), { recursive: true });
  const found = (await readdir(deletedRoot(root))).map((name) => folderName.exec(name));
  return new Map(found.flatMap((match) => (match ? [[match[1] as string, Number(match[2])]] : [])));
}
