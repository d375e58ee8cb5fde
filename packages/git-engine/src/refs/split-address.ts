/** Splits the address of a file into a revision and a path: names of refs may contain slashes. */
import { GitError } from '../errors';
import type { GitContext } from '../worker/context';
import { findRevision } from './resolve-revision';

export interface SplitAddressInput {
  repo: string;
  /** `<revision>/<path>`. */
  address: string;
}

export interface SplitAddress {
  commit_id: string;
  revision: string;
  path: string;
}

/** Maximum number of segments of a revision in an address. */
const MAX_SEGMENTS = 32;

/**
 * Splits an address after the longest revision that exists. Errors: `ref_not_found` when it begins
 * with none.
 */
export async function splitAddress(context: GitContext, { repo, address }: SplitAddressInput): Promise<SplitAddress> {
  const repository = context.repository(repo);
  const segments = address.split('/');
  for (let count = Math.min(segments.length - 1, MAX_SEGMENTS); count > 0; count--) {
    const revision = segments.slice(0, count).join('/');
    const found = await findRevision(repository, revision);
    if (found) return { commit_id: found.commit_id, revision, path: segments.slice(count).join('/') };
  }
  throw new GitError('ref_not_found', 'the address begins with no revision');
}
