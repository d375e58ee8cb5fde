/**
 * Fetches objects of a remote repository. No ref changes here: until one does, the objects are
 * unreachable.
 */
import type { GitConfig } from '../storage/git-environment';
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import { removeIncoming } from './incoming-pack';
import { runRemoteGitOrThrow, type Remote } from './remote-git';

export interface FetchRemoteInput {
  repo: string;
  remote: Remote;
  /** Object ids to fetch with their history. */
  ids: string[];
  /** Maximum bytes of the received pack. */
  max_pack_bytes: number;
}

const timeoutMs = 60 * 60_000;
const config: GitConfig = [
  ['fetch.fsckObjects', 'true'],
  // As for pushes: many existing histories contain these old mistakes.
  ['fetch.fsck.badTimezone', 'ignore'],
  ['fetch.fsck.missingSpaceBeforeDate', 'ignore'],
  ['fetch.fsck.zeroPaddedFilemode', 'ignore'],
  // Always keep one pack, whose size can be monitored.
  ['fetch.unpackLimit', '1'],
];
const args = [
  'fetch',
  '--quiet',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-auto-maintenance',
  '--no-recurse-submodules',
  '--stdin',
];

/**
 * Fetches objects with their history and checks them. Errors: `refused` with a message for users,
 * `limit_exceeded`, `cancelled`.
 */
export async function fetchRemote(context: GitContext, input: FetchRemoteInput): Promise<null> {
  const { repo, remote, ids } = input;
  try {
    await runRemoteGitOrThrow(context, {
      repo,
      remote,
      args: [...args, '--end-of-options', remote.url],
      config,
      input: ids.map((id) => `${checkObjectId(id)}\n`).join(''),
      timeoutMs,
      maxPackBytes: input.max_pack_bytes,
    });
  } finally {
    await removeIncoming(repo);
  }
  return null;
}
