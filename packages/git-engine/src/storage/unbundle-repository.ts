/**
 * Creates a repository from an uploaded bundle: all objects are checked, and it becomes visible
 * only when complete.
 */
import { isGitError, GitError } from '../errors';
import { bundledFolders } from '../content/archive/stream-bundle';
import { refStore } from '../refs/ref-store';
import type { GitContext } from '../worker/context';
import { isValidRefName } from '../write/refs/ref-names';
import { runGit } from '../write/run-git';
import { buildRepository, placeRepository, repositoryExists } from './ensure-repository';
import type { GitConfig } from './git-environment';
import { setHead } from './set-head';
import { BRANCHES } from '../refs/ref-folders';

const timeoutMs = 60 * 60_000;
const config: GitConfig = [
  // git reads a bundle through the file protocol.
  ['protocol.file.allow', 'always'],
  ['fetch.fsckObjects', 'true'],
  // As for pushes: many existing histories contain these old mistakes.
  ['fetch.fsck.badTimezone', 'ignore'],
  ['fetch.fsck.missingSpaceBeforeDate', 'ignore'],
  ['fetch.fsck.zeroPaddedFilemode', 'ignore'],
];
const fetchArgs = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance'];

export interface UnbundleInput {
  repo: string;
  /** Absolute path of the bundle. */
  bundle: string;
  /** Branch that HEAD should point at, if the bundle contains it. */
  default_branch: string;
}

/**
 * Creates the repository if it does not exist. Errors: `refused` when the bundle is invalid or
 * incomplete, `limit_exceeded`, `cancelled`.
 */
export async function unbundleRepository(context: GitContext, input: UnbundleInput): Promise<null> {
  const { repo, bundle } = input;
  if (await repositoryExists(repo)) return null;
  await placeRepository(repo, async (folder) => {
    await buildRepository(folder, 'master');
    const run = (...args: string[]): Promise<string> => runInside(context, folder, args);
    const refspecs = bundledFolders.map((name) => `+${name}/*:${name}/*`);
    await run(...fetchArgs, '--no-recurse-submodules', '--end-of-options', bundle, ...refspecs);
    const tip = (await run('ls-remote', '--quiet', '--end-of-options', bundle, 'HEAD')).split('\t')[0] ?? '';
    const branch = defaultBranch(context, folder, { requested: input.default_branch, tip });
    if (branch !== undefined) await setHead(folder, branch);
  });
  return null;
}

async function runInside({ settings, signal }: GitContext, folder: string, args: string[]): Promise<string> {
  const git = { program: settings.gitBinary, path: settings.searchPath, config };
  try {
    return await runGit(folder, args, { timeoutMs, signal, ...git });
  } catch (error) {
    // git's message may contain paths of this machine.
    if (isGitError(error, 'refused')) throw new GitError('refused', 'the bundle is damaged or incomplete');
    throw error;
  }
}

interface DefaultBranchHint {
  requested: string;
  tip: string;
}

/**
 * The requested branch, else one with the commit of the bundle's HEAD. Throws for ref names that
 * are not allowed here.
 */
function defaultBranch(context: GitContext, folder: string, { requested, tip }: DefaultBranchHint): string | undefined {
  const store = refStore(context.repository(folder));
  const unsupported = bundledFolders.flatMap((name) => store.list(name)).find(({ name }) => !isAllowedRef(name));
  if (unsupported) throw new GitError('refused', 'the bundle has a ref with a name that is not allowed');
  const branches = store.list('refs/heads').map(({ name, id }) => ({ name: name.slice(BRANCHES.length), id }));
  const conventional = branches.filter(({ name }) => ['master', 'main'].includes(name));
  const found =
    branches.find(({ name }) => name === requested) ??
    [...conventional, ...branches].find(({ id }) => id === tip) ??
    conventional[0] ??
    branches[0];
  return found?.name;
}

/** A branch with the name of a commit would be taken for one. */
function isAllowedRef(name: string): boolean {
  return isValidRefName(name) && !/^refs\/(heads|tags)\/[0-9a-f]{40}$/i.test(name);
}
