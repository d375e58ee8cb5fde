/** Reads the repository of a wiki: its branch and its pages. */
import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { BRANCHES, isGitError, type TreeEntry } from '@forgemesh/git-engine';
import { findCommitId } from '#commits';
import type { RepositoryLocation } from '#storage';
import { folderOfSlug, pageOfFile, type PagePath } from './page-path';
import type { WikisDeps } from './deps';

const FIRST_BRANCH = 'master';
const COMMIT_ID = /^[0-9a-f]{40}$/;

/** The current state of a wiki. */
export interface Wiki {
  location: RepositoryLocation;
  /** The branch that contains the pages. */
  branch: string;
  /** Its tip; null if there are no pages. */
  commit_id: string | null;
}

/** A page and the blob of its content. */
export interface WikiFile extends PagePath {
  blob_id: string;
}

/**
 * Finds the wiki of the call's project. The first push may have created another branch than the one
 * that HEAD names.
 */
export async function findWiki(call: Call<Pick<WikisDeps, 'git' | 'storages'>>): Promise<Wiki> {
  const { id, storage } = call.resource();
  const { git, storages } = call.deps;
  const location = storages.locate(id, storage, 'wiki');
  const head = await git.getHead({ repo: location.repo });
  const name = head.ref?.slice(BRANCHES.length) ?? FIRST_BRANCH;
  if (head.commit_id !== null || !head.has_branches) return { location, branch: name, commit_id: head.commit_id };
  const { refs } = await git.listRefs({ repo: location.repo });
  const branches = refs.map(({ short_name: short }) => short);
  const branch = ['main', FIRST_BRANCH].find((conventional) => branches.includes(conventional)) ?? branches[0] ?? name;
  const tip = await git.findRef({ repo: location.repo, name: BRANCHES + branch });
  return { location, branch, commit_id: tip?.commit_id ?? null };
}

/** All pages, sorted by slug. */
export async function listPages(call: Call<WikisDeps>, { location, commit_id }: Wiki): Promise<WikiFile[]> {
  if (commit_id === null) return [];
  const { entries } = await call.deps.git.treeEntries({ repo: location.repo, commit_id, recursive: true });
  return pagesAmong(entries).sort((a, b) => (a.slug < b.slug ? -1 : 1));
}

/** The page with a slug; undefined if none exists. */
export async function findPage(
  call: Call<WikisDeps>,
  { location, commit_id }: Wiki,
  slug: string,
): Promise<WikiFile | undefined> {
  if (commit_id === null) return undefined;
  try {
    const path = folderOfSlug(slug);
    const { entries } = await call.deps.git.treeEntries({ repo: location.repo, commit_id, path });
    return pagesAmong(entries).find((page) => page.slug === slug);
  } catch (error) {
    if (isGitError(error, 'path_not_found') || isGitError(error, 'invalid_path')) return undefined;
    throw error;
  }
}

/** A version of a wiki: its state at a commit. 404 if there is no such commit. */
export async function requireVersion(
  call: Call<WikisDeps>,
  wiki: Wiki,
  sha: string,
): Promise<Wiki & { commit_id: string }> {
  const commit_id = COMMIT_ID.test(sha) ? await findCommitId(call.deps, wiki.location.repo, sha) : null;
  if (commit_id === null) throw new NotFoundError('Wiki Page Version');
  return { ...wiki, commit_id };
}

/** The page with a slug. 404 if none exists. */
export async function requirePage(call: Call<WikisDeps>, wiki: Wiki, slug: string): Promise<WikiFile> {
  const page = await findPage(call, wiki, slug);
  if (!page) throw new NotFoundError('Wiki Page');
  return page;
}

function pagesAmong(entries: readonly TreeEntry[]): WikiFile[] {
  return entries.flatMap(({ type, path, id, mode }) => {
    // The content of a symbolic link is a path.
    const page = type === 'blob' && mode !== '120000' ? pageOfFile(path) : undefined;
    return page ? [{ ...page, blob_id: id }] : [];
  });
}
