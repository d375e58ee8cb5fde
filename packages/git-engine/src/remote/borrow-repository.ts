/**
 * A repository that another process of the instance serves, for as long as some work needs it here.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkObjectId } from '../objects/object-id';
import { buildRepository, repositoryExists } from '../storage/ensure-repository';
import type { GitConfig } from '../storage/git-environment';
import type { GitContext } from '../worker/context';
import { neighbourConfig, runRemoteGitWell, type Remote } from './remote-git';

export interface BorrowRepositoryInput {
  /** Folder that does not exist yet; its parent is made where it is missing. */
  repo: string;
  /**
   * Repository of this machine whose objects need not travel. It may not be there, and nothing is
   * written into it.
   */
  near: string;
  remote: Remote;
  /** Commits that are wanted; absent for all branches and tags with their names. */
  ids?: readonly string[];
}

const timeoutMs = 60 * 60_000;
/**
 * What the repository nearby has is told to the other side, which git leaves out of all else that
 * it does here.
 */
const knownObjects: GitConfig = [
  ['core.alternateRefsCommand', 'known() { git --git-dir="$1" for-each-ref "--format=%(objectname)"; }; known'],
];
const args = [
  'fetch',
  '--quiet',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-auto-maintenance',
  '--no-recurse-submodules',
];
const allRefs = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];

/**
 * Makes the folder a repository with what was asked for. Errors: `refused` where the other side
 * does not give it, `cancelled`.
 */
export async function borrowRepository(context: GitContext, input: BorrowRepositoryInput): Promise<null> {
  const { repo, near, remote, ids } = input;
  await mkdir(path.dirname(repo), { recursive: true });
  await buildRepository(repo, 'master');
  if (await repositoryExists(near)) await writeFile(path.join(repo, 'objects/info/alternates'), `${near}/objects\n`);
  const wanted = ids?.map((id) => `${checkObjectId(id)}\n`).join('');
  await runRemoteGitWell(context, {
    ...{ repo, remote, timeoutMs },
    args: [...args, ...(ids ? ['--stdin'] : []), '--end-of-options', remote.url, ...(ids ? [] : allRefs)],
    config: [...neighbourConfig, ...knownObjects],
    ...(wanted !== undefined && { input: wanted }),
  });
  return null;
}

/** Ends what a worker keeps of a borrowed repository, and removes it. */
export async function returnRepository(context: GitContext, { repo }: { repo: string }): Promise<null> {
  context.repository(repo).closeProcesses();
  await rm(repo, { recursive: true, force: true });
  return null;
}
