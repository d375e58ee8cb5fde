/**
 * Temporary clones of repositories that another process of the instance serves, for the duration of
 * one task.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkObjectId } from '../objects/object-id';
import { buildRepository, repositoryExists } from '../storage/ensure-repository';
import type { GitConfig } from '../storage/git-environment';
import type { GitContext } from '../worker/context';
import { peerConfig, runRemoteGitOrThrow, type Remote } from './remote-git';

export interface TemporaryCloneInput {
  /** Folder that does not exist yet; its parent is created if missing. */
  repo: string;
  /**
   * Local repository whose objects need not be transferred. It may not exist, and nothing is
   * written into it.
   */
  reference: string;
  remote: Remote;
  /** Commit ids to fetch; absent for all branches and tags with their names. */
  ids?: readonly string[];
}

const timeoutMs = 60 * 60_000;
/**
 * git offers the objects of the reference repository to the other side and does not use them
 * otherwise.
 */
const referenceConfig: GitConfig = [
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

/** Creates the clone. Errors: `refused` when the other side refuses, `cancelled`. */
export async function createTemporaryClone(context: GitContext, input: TemporaryCloneInput): Promise<null> {
  const { repo, reference, remote, ids } = input;
  await mkdir(path.dirname(repo), { recursive: true });
  await buildRepository(repo, 'master');
  if (await repositoryExists(reference))
    await writeFile(path.join(repo, 'objects/info/alternates'), `${reference}/objects\n`);
  const requestedIds = ids?.map((id) => `${checkObjectId(id)}\n`).join('');
  await runRemoteGitOrThrow(context, {
    repo,
    remote,
    timeoutMs,
    args: [...args, ...(ids ? ['--stdin'] : []), '--end-of-options', remote.url, ...(ids ? [] : allRefs)],
    config: [...peerConfig, ...referenceConfig],
    ...(requestedIds !== undefined && { input: requestedIds }),
  });
  return null;
}

/** Drops what a worker caches of a temporary clone, and deletes it. */
export async function removeTemporaryClone(context: GitContext, { repo }: { repo: string }): Promise<null> {
  context.repository(repo).close();
  await rm(repo, { recursive: true, force: true });
  return null;
}
