import type { TagProtection } from '#access';
import { type EntryCaller, loadEntriesForCaller } from '#refs/access-entries';
import type { ProtectedTagDocument } from './protected-tag.model';
import type { ProtectedTagsDeps } from './deps';

/** The fields of a protection that checks need. */
type StoredTagProtection = Pick<ProtectedTagDocument, 'name' | 'create_access_levels'>;

/** The tag protections of a project, uncached, so that changes apply to the next write. */
export async function listTagProtections(
  { protectedTags }: Pick<ProtectedTagsDeps, 'protectedTags'>,
  projectId: number,
): Promise<StoredTagProtection[]> {
  const projection = { name: 1, create_access_levels: 1 } as const;
  return (await protectedTags.model.find({ project_id: projectId }, projection).lean()) as StoredTagProtection[];
}

/** The tag protections of a project as they apply to a user. */
export async function listTagProtectionsFor(
  deps: Pick<ProtectedTagsDeps, 'clients' | 'protectedTags'>,
  projectId: number,
  user: EntryCaller,
): Promise<TagProtection[]> {
  const stored = await listTagProtections(deps, projectId);
  const entries = stored.flatMap(({ create_access_levels: list }) => list);
  const forCaller = await loadEntriesForCaller(deps, projectId, { user, entries });
  return stored.map(({ name, create_access_levels: list }) => ({ name, create_access_levels: forCaller(list) }));
}
