/** Resolves a revision of a client (`ref`, `sha`) to a commit. */
import { GitError } from '../errors';
import { cachedCommit } from '../objects/commit';
import { isObjectId } from '../objects/object-id';
import { peelToCommit } from '../objects/tag';
import type { GitContext } from '../worker/context';
import type { Repository } from '../worker/repository';
import { isFullName } from '../write/refs/ref-names';
import { isRefName, refStore } from './ref-store';
import { branchRef, TAGS } from './ref-folders';

export interface ResolveRevisionInput {
  repo: string;
  /**
   * 40 hex id, full `refs/...` name, branch, tag or unique short id, in this order; or `HEAD`. A
   * full name of a branch or tag is never read as the short name of another ref.
   */
  revision: string;
}

export interface ResolvedRevision {
  commit_id: string;
  /** Full name of the resolved ref; null for an id. */
  ref: string | null;
}

const shortId = /^[0-9a-f]{7,39}$/i;

/**
 * Resolves a revision. Errors: `ref_not_found` when it does not lead to a commit, malformed names
 * included.
 */
export async function resolveRevision(context: GitContext, input: ResolveRevisionInput): Promise<ResolvedRevision> {
  const found = await findRevision(context.repository(input.repo), input.revision);
  if (found === undefined) throw new GitError('ref_not_found', 'the revision was not found');
  return found;
}

/** Like `resolveRevision`, for use inside the worker; undefined when there is no such commit. */
export async function findRevision(repository: Repository, revision: string): Promise<ResolvedRevision | undefined> {
  if (typeof revision !== 'string' || revision.length > 4096 || !repository.exists) return undefined;
  if (isObjectId(revision.toLowerCase())) return await byId(repository, revision.toLowerCase());
  const isFull = revision === 'HEAD' || isFullName(revision);
  const names = isFull ? [revision] : [revision, branchRef(revision), TAGS + revision];
  for (const name of names) {
    if (!isRefName(name) || (name === revision && name !== 'HEAD' && !name.startsWith('refs/'))) continue;
    const ref = refStore(repository).find(name);
    if (ref === undefined) continue;
    const found = await byId(repository, ref.id);
    return found === undefined ? undefined : { ...found, ref: name };
  }
  if (!shortId.test(revision)) return undefined;
  const id = await repository.findShortId(revision.toLowerCase());
  return id === undefined ? undefined : { commit_id: id, ref: null };
}

async function byId(repository: Repository, id: string): Promise<ResolvedRevision | undefined> {
  if (cachedCommit(repository, id) !== undefined) return { commit_id: id, ref: null };
  const commitId = await peelToCommit(repository, id);
  return commitId === undefined ? undefined : { commit_id: commitId, ref: null };
}
