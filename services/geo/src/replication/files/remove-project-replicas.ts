import { removeProjectFileReplicas } from './files';
import type { FilesDeps } from './deps';

/** Removes all replicas of a deleted project. */
export async function removeProjectReplicas(
  { registry, clients, ...deps }: Pick<FilesDeps, 'clients' | 'registry' | 'files' | 'fileStore'>,
  id: number,
): Promise<void> {
  await removeProjectFileReplicas(deps, id);
  await clients.replicas.removeReplicas({ project_id: id }, { timeoutMs: 600_000 });
  await registry.deleteOne({ _id: id });
}
