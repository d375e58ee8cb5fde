import type { Commit as CommitMessage } from '@forgemesh/proto/repository/v1/commit';
import { presentCommit } from '../commits/commit.entity';
import type { Commit } from '@forgemesh/git-engine';

/** A commit for another service: as in a list of the API. */
export function commitMessage(commit: Commit): CommitMessage {
  return presentCommit(commit) as CommitMessage;
}
