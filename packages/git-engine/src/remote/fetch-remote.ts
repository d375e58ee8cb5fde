/**
 * Objects of a repository elsewhere. No ref moves here: until one does, what came is unreachable.
 */
import type { GitConfig } from '../storage/git-environment';
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import { removeIncoming } from './incoming-pack';
import { runRemoteGitWell, type Remote } from './remote-git';

export interface FetchRemoteInput {
  repo: string;
  remote: Remote;
  /** What is wanted with all that it leads to. */
  ids: string[];
  /** Most bytes of the pack that may arrive. */
  max_pack_bytes: number;
}

const timeoutMs = 60 * 60_000;
const config: GitConfig = [
  ['fetch.fsckObjects', 'true'],
  // As for pushes: histories that every forge accepts carry these old slips.
  ['fetch.fsck.badTimezone', 'ignore'],
  ['fetch.fsck.missingSpaceBeforeDate', 'ignore'],
  ['fetch.fsck.zeroPaddedFilemode', 'ignore'],
  // Always one pack, whose growth can be watched.
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
 * Fetches objects with all that they lead to, checked. Errors: `refused` with a text for users,
 * `limit_exceeded`, `cancelled`.
 */
export async function fetchRemote(context: GitContext, input: FetchRemoteInput): Promise<null> {
  const { repo, remote, ids } = input;
  try {
    await runRemoteGitWell(context, {
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
