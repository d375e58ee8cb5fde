import { CommitReplayServiceDefinition } from '@forgemesh/proto/repository/v1/commit_replay';
import { presentCommit } from '#commits/commits/commit.entity';
import { operation } from '#operation';
import { replay, type ReplayKind } from '../replay';

const revert: ReplayKind = {
  mode: 'revert',
  verb: 'revert',
  done: 'reverted',
  messageOf: (commit) => `Revert "${presentCommit(commit).title}"\n\nThis reverts commit ${commit.id}`,
};

/** Reverts a commit on a branch. */
export const revertCommit = operation(CommitReplayServiceDefinition.revertCommit, (request, call) =>
  replay(call, request, revert),
);
