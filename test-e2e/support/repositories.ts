/** Repositories on the disk of this worker's mesh. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { mesh } from '@forgemesh/testing';

/** Folder of a project's repository. */
export function repositoryFolder(projectId: number): string {
  const name = createHash('sha256').update(String(projectId)).digest('hex');
  const folder = join(mesh().dataDir, 'repository/repositories/default/@hashed', name.slice(0, 2), name.slice(2, 4));
  return join(folder, `${name}.git`);
}
