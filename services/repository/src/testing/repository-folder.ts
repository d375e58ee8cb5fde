import { join } from 'node:path';
import { mesh } from '@forgemesh/testing';
import { repositoryPath, type RepositoryKind } from '@forgemesh/git-engine';

/** The folder of a project's repository in the running mesh. */
export function folderOf({ id }: { id: number }, kind: RepositoryKind = 'project'): string {
  return repositoryPath(join(mesh().dataDir, 'repository/repositories/default'), id, kind);
}
