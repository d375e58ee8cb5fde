import { operation, type Call } from '@forgemesh/rpc';
import { CommitReplayServiceDefinition } from '@forgemesh/proto/repository/v1/commit_replay';
import { presentCommit } from '#commits/history';
import { replay, type ReplayKind } from '../replay';
import type { CherryPicksAndRevertsDeps } from '../deps';

const revert: ReplayKind = {
  mode: 'revert',
  verb: 'revert',
  done: 'reverted',
  messageOf: (commit) => `Revert "${presentCommit(commit).title}"\n\nThis reverts commit ${commit.id}`,
};

/** Reverts a commit on a branch. */
export const revertCommit = operation(
  CommitReplayServiceDefinition.revertCommit,
  (request, call: Call<CherryPicksAndRevertsDeps>) => replay(call, request, revert),
);
