import type { Commit as CommitMessage } from '@forgemesh/proto/repository/v1/commit';
import { presentCommit } from '#commits/history';
import type { Commit } from '@forgemesh/git-engine';

/** Presents a commit for other services, like in API lists. */
export function commitMessage(commit: Commit): CommitMessage {
  return presentCommit(commit) as CommitMessage;
}
