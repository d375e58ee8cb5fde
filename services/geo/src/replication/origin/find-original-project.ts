import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import type { OriginDeps } from './deps';

const administrator = { user_id: 0, admin: true, external: false };

/** Finds a project that nodes replicate; null if it does not exist. */
export async function findOriginalProject(
  { clients }: Pick<OriginDeps, 'clients'>,
  projectId: number,
): Promise<{ storage: string } | null> {
  const references = [{ kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref: String(projectId) }];
  const { resources } = await clients.access.authorize({ subject: administrator, references });
  const project = resources[0];
  return project?.found ? { storage: project.storage } : null;
}
