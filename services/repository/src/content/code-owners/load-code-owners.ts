/** Loads the code owners of changed paths. */
import { type GitClient, isGitError } from '@forgemesh/git-engine';
import { compileCodeOwners, findCodeOwners, type AppliedEntry, type CodeOwners } from './find-code-owners';
import { parseCodeOwners } from './parse-code-owners';
import type { CodeOwnersDeps } from './deps';

/** Places of the file; the first one that exists is used. */
const PLACES = ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'];
/** A larger file is ignored after this size. */
const MAX_FILE_BYTES = 256 * 1024;
/** Maximum number of changed paths to match; beyond, all entries apply. */
const MAX_PATHS = 2_000;

/** The commits between which paths changed, and the commit whose file applies. */
export interface OwnedChange {
  repo: string;
  /** Commit that contains the file. */
  owners_sha: string;
  from: string;
  to: string;
  /** Environment variables that make quarantined objects visible to git. */
  quarantine_env?: Record<string, string>;
}

/** The entries that apply to the changed paths; empty without a file. */
export async function loadCodeOwners(
  deps: Pick<CodeOwnersDeps, 'git' | 'transportGit' | 'codeOwners'>,
  change: OwnedChange,
): Promise<AppliedEntry[]> {
  const { repo, owners_sha: commit, from, to } = change;
  // Commits never change, nor what follows from them.
  const key = [repo, commit, from, to].join(' ');
  const known = deps.codeOwners.get(key);
  if (known) return known;
  const entries = await findEntries(deps, change);
  deps.codeOwners.set(key, entries);
  return entries;
}

async function findEntries(
  { git, transportGit }: Pick<CodeOwnersDeps, 'git' | 'transportGit'>,
  { repo, owners_sha: commit, from, to, quarantine_env: quarantine }: OwnedChange,
): Promise<AppliedEntry[]> {
  const blob = await findFile(git, repo, commit);
  if (blob === null) return [];
  const [file, changed] = await Promise.all([
    readOwners(git, repo, blob),
    (quarantine ? transportGit : git).changedPaths({
      repo,
      from,
      to,
      limit: MAX_PATHS,
      quarantine_env: quarantine ?? {},
    }),
  ]);
  return findCodeOwners(file, changed.has_more ? null : changed.paths);
}

async function findFile(git: GitClient, repo: string, commit: string): Promise<string | null> {
  for (const path of PLACES) {
    try {
      const entry = await git.treeEntry({ repo, commit_id: commit, path });
      if (entry.type === 'blob') return entry.id;
    } catch (error) {
      if (!isGitError(error, 'path_not_found')) throw error;
    }
  }
  return null;
}

async function readOwners(git: GitClient, repo: string, id: string): Promise<CodeOwners> {
  try {
    const { data } = await git.readBlob({ repo, id });
    return compileCodeOwners(parseCodeOwners(data.subarray(0, MAX_FILE_BYTES).toString('utf8')));
  } catch (error) {
    // Far more than any file of this kind.
    if (isGitError(error, 'limit_exceeded')) return [];
    throw error;
  }
}
