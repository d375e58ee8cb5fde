import type { Protection } from '#access';
import { type EntryCaller, loadEntriesForCaller } from '#refs/access-entries';
import type { StoredProtection } from './protected-branch.model';
import type { ProtectedBranchesDeps } from './deps';

/** The protections of a project. They are cached until any protection changes. */
export function listProtections(
  { protectedBranches, protectionCache }: Pick<ProtectedBranchesDeps, 'protectedBranches' | 'protectionCache'>,
  projectId: number,
): Promise<readonly StoredProtection[]> {
  const projection = {
    name: 1,
    push_access_levels: 1,
    merge_access_levels: 1,
    allow_force_push: 1,
    code_owner_approval_required: 1,
  } as const;
  return protectionCache.get(projectId, async () => {
    return (await protectedBranches.model.find({ project_id: projectId }, projection).lean()) as StoredProtection[];
  });
}

/** The protections of a project as they apply to a user. */
export async function listProtectionsFor(
  deps: Pick<ProtectedBranchesDeps, 'clients' | 'protectedBranches' | 'protectionCache'>,
  projectId: number,
  user: EntryCaller,
): Promise<Protection[]> {
  const stored = await listProtections(deps, projectId);
  const entries = stored.flatMap((protection) => [...protection.push_access_levels, ...protection.merge_access_levels]);
  const forCaller = await loadEntriesForCaller(deps, projectId, { user, entries });
  return stored.map((protection) => ({
    name: protection.name,
    push_access_levels: forCaller(protection.push_access_levels),
    merge_access_levels: forCaller(protection.merge_access_levels),
    allow_force_push: protection.allow_force_push ?? false,
  }));
}
