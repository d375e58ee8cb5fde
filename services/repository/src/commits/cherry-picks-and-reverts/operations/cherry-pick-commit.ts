import { operation, type Call } from '@forgemesh/rpc';
import { CommitReplayServiceDefinition } from '@forgemesh/proto/repository/v1/commit_replay';
import { replay, type ReplayKind } from '../replay';
import type { CherryPicksAndRevertsDeps } from '../deps';

const cherryPick: ReplayKind = {
  mode: 'pick',
  verb: 'cherry-pick',
  done: 'cherry-picked',
  messageOf: ({ id, message }) => `${message.trimEnd()}\n\n(cherry picked from commit ${id})`,
  authorOf: ({ author: { name, email, seconds, zone } }) => ({ name, email, time: seconds, zone }),
};

/** Cherry-picks a commit onto a branch. */
export const cherryPickCommit = operation(
  CommitReplayServiceDefinition.cherryPickCommit,
  (request, call: Call<CherryPicksAndRevertsDeps>) => replay(call, request, cherryPick),
);
