/**
 * Forks a repository that another process of the instance serves. Its objects are transferred,
 * because the processes share no disk.
 */
import { buildRepository, placeRepository, repositoryExists } from '../storage/ensure-repository';
import { syncFolder } from '../storage/durable-files';
import type { GitContext } from '../worker/context';
import { listRemoteRefs } from './list-remote-refs';
import { peerConfig, runRemoteGitOrThrow, type Remote } from './remote-git';
import { BRANCHES } from '../refs/ref-folders';

export interface ForkPeerRepositoryInput {
  remote: Remote;
  /** Folder of the fork. */
  target: string;
}

const timeoutMs = 2 * 60 * 60_000;
const args = [
  'fetch',
  '--quiet',
  '--atomic',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-auto-maintenance',
  '--no-recurse-submodules',
  '--end-of-options',
];

/**
 * Forks a repository like `forkRepository`: branches, tags, HEAD and objects. Returns false when
 * the target exists or the source has no refs to fork. Errors: `refused`, `cancelled`.
 */
export async function forkPeerRepository(
  context: GitContext,
  { remote, target }: ForkPeerRepositoryInput,
): Promise<boolean> {
  if (await repositoryExists(target)) return false;
  const { refs, head } = await listRemoteRefs(context, { repo: target, remote, with_head: true });
  if (refs.length === 0) return false;
  return placeRepository(target, async (folder) => {
    await buildRepository(folder, head?.slice(BRANCHES.length) ?? 'master');
    await runRemoteGitOrThrow(context, {
      repo: folder,
      remote,
      timeoutMs,
      args: [...args, remote.url, '+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'],
      // The reflogs of the source record who created these refs.
      config: [...peerConfig, ['core.logAllRefUpdates', 'false']],
    });
    await syncFolder(folder);
  });
}
