/** Fetches all refs of a remote repository with their objects, so that both have the same refs. */
import type { GitConfig } from '../storage/git-environment';
import type { GitContext } from '../worker/context';
import { removeIncoming } from './incoming-pack';
import { runRemoteGitOrThrow, type Remote } from './remote-git';

export interface FetchReplicaInput {
  repo: string;
  remote: Remote;
}

const timeoutMs = 2 * 60 * 60_000;
const config: GitConfig = [
  // The original has already checked its objects.
  ['fetch.fsckObjects', 'false'],
  ['transfer.fsckObjects', 'false'],
  // Recorded in the reflog as the author of the changes.
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
 * Fetches and updates all refs or none. Errors: `refused` with a message for users,
 * `limit_exceeded`, `cancelled`.
 */
export async function fetchReplica(context: GitContext, { repo, remote }: FetchReplicaInput): Promise<null> {
  try {
    await runRemoteGitOrThrow(context, {
      repo,
      remote,
      args: [...args, remote.url, '+refs/*:refs/*'],
      config,
      timeoutMs,
    });
  } finally {
    await removeIncoming(repo);
  }
  return null;
}
