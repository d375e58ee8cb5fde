/** All refs of a repository elsewhere with their objects: afterwards both have the same refs. */
import type { GitConfig } from '../storage/git-environment';
import type { GitContext } from '../worker/context';
import { removeIncoming } from './incoming-pack';
import { runRemoteGitWell, type Remote } from './remote-git';

export interface FetchReplicaInput {
  repo: string;
  remote: Remote;
}

const timeoutMs = 2 * 60 * 60_000;
const config: GitConfig = [
  // The original has accepted its objects; a copy does not judge them.
  ['fetch.fsckObjects', 'false'],
  ['transfer.fsckObjects', 'false'],
  // Who moved a ref is written into its reflog.
  ['user.name', 'Replication'],
  ['user.email', 'replication@localhost'],
];
const args = [
  'fetch',
  '--quiet',
  '--prune',
  '--force',
  '--atomic',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-auto-maintenance',
  '--no-recurse-submodules',
  '--end-of-options',
];

/**
 * Fetches and moves refs, all or none. Errors: `refused` with a text for users, `limit_exceeded`,
 * `cancelled`.
 */
export async function fetchReplica(context: GitContext, { repo, remote }: FetchReplicaInput): Promise<null> {
  try {
    await runRemoteGitWell(context, { repo, remote, args: [...args, remote.url, '+refs/*:refs/*'], config, timeoutMs });
  } finally {
    await removeIncoming(repo);
  }
  return null;
}
