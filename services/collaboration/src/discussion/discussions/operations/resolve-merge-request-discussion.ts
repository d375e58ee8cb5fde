import { type Call, operation } from '@forgemesh/rpc';
import { MergeRequestDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_discussion';
import { mergeRequestOf } from '#discussion/notes';
import { presentDiscussion } from '../discussion.entity';
import { findDiscussion } from '../find-discussion';
import { resolveNotes } from '../resolve-notes';
import type { DiscussionsDeps } from '../deps';

/** Resolves a discussion on a merge request, or reopens it. */
export const resolveMergeRequestDiscussion = operation(
  MergeRequestDiscussionServiceDefinition.resolveMergeRequestDiscussion,
  async ({ merge_request_iid: iid, discussion_id: id, resolved }, call: Call<DiscussionsDeps>) => {
    const target = await mergeRequestOf(call, iid);
    const notes = await resolveNotes(call, target, await findDiscussion(call, target, id), resolved);
    return presentDiscussion(call.deps, notes, target);
  },
);
