/** The refs that mirrors include: branches, all or only protected ones, and tags. */
import { BRANCHES, type RemoteRef } from '@forgemesh/git-engine';
import { protectionsOf } from '#access';
import { listProtections } from '#refs/protected-branches';
import type { RepositoryLocation } from '#storage';
import type { MirrorsDeps } from './deps';

type Deps = Pick<MirrorsDeps, 'git' | 'protectedBranches' | 'protectionCache'>;

/** Branches and tags of a local repository, by full name. */
export async function localRefs({ git }: Deps, { repo }: RepositoryLocation): Promise<Map<string, string>> {
  const [heads, tags] = await Promise.all([
    git.listRefs({ repo, folder: 'refs/heads' }),
    git.listRefs({ repo, folder: 'refs/tags' }),
  ]);
  return new Map([...heads.refs, ...tags.refs].map(({ name, id }) => [name, id]));
}

/** Creates a filter for the refs that a mirror includes. */
export async function refFilter(
  deps: Deps,
  projectId: number,
  onlyProtected: boolean,
): Promise<(ref: string) => boolean> {
  const protections: readonly { name: string }[] | null = onlyProtected ? await listProtections(deps, projectId) : null;
  return (ref) => {
    if (!ref.startsWith(BRANCHES)) return true;
    const branch = ref.slice(BRANCHES.length);
    // A branch of this name would be taken for a commit id.
    if (/^[0-9a-f]{40}$/i.test(branch)) return false;
    return protections === null || protectionsOf(branch, protections).length > 0;
  };
}

/** Refs by full name. */
export function byName(refs: readonly RemoteRef[]): Map<string, string> {
  return new Map(refs.map(({ ref, id }) => [ref, id]));
}
