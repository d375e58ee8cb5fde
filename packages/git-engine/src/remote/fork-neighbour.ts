/**
 * A fork of a repository that another process of the instance serves: its objects travel, as no
 * disk is shared with it.
 */
import { buildRepository, placeRepository, repositoryExists } from '../storage/ensure-repository';
import { syncFolder } from '../storage/durable-files';
import type { GitContext } from '../worker/context';
import { listRemoteRefs } from './list-remote-refs';
import { neighbourConfig, runRemoteGitWell, type Remote } from './remote-git';

export interface ForkNeighbourInput {
  remote: Remote;
  /** Where the fork is to stand. */
  target: string;
}

const BRANCHES = 'refs/heads/';
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
 * Forks a repository as `forkRepository` does: branches, tags, HEAD and objects. Answers false
 * where the target is there already or the source has no refs to fork. Errors: `refused`,
 * `cancelled`.
 */
export async function forkNeighbour(context: GitContext, { remote, target }: ForkNeighbourInput): Promise<boolean> {
  if (await repositoryExists(target)) return false;
  const { refs, head } = await listRemoteRefs(context, { repo: target, remote, with_head: true });
  if (refs.length === 0) return false;
  return placeRepository(target, async (folder) => {
    await buildRepository(folder, head?.slice(BRANCHES.length) ?? 'master');
    await runRemoteGitWell(context, {
      ...{ repo: folder, remote, timeoutMs },
      args: [...args, remote.url, '+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'],
      // Who made these refs is told by the reflogs of the source.
      config: [...neighbourConfig, ['core.logAllRefUpdates', 'false']],
    });
    await syncFolder(folder);
  });
}
