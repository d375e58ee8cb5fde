import { type Call, operation } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { CommitCommentServiceDefinition } from '@forgemesh/proto/collaboration/v1/commit_comment';
import { notesOn } from '#discussion/notes';
import { presentCommitComments } from '../commit-comment.entity';
import { commitOf } from '../commit-of';
import type { CommitCommentsDeps } from '../deps';

/** Lists the comments on a commit. */
export const listCommitComments = operation(
  CommitCommentServiceDefinition.listCommitComments,
  async (request, call: Call<CommitCommentsDeps>) => {
    const { target } = await commitOf(call, request.sha);
    const notes = await listPage(call, {
      model: call.deps.notes.model,
      filter: { ...notesOn(target), system: false },
      sort: { _id: 1 },
      request,
      projection: { outbox: 0 },
    });
    return { comments: await presentCommitComments(call.deps, notes) };
  },
);
