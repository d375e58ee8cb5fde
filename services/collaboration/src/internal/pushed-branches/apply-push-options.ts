import { type Call, internalOperation } from '@forgemesh/rpc';
import { PushedBranchServiceDefinition } from '@forgemesh/proto/collaboration/v1/pushed_branch';
import { onBehalfOf } from '#access';
import { applyPushOptionsAs, type MergeRequestsDeps } from '#items/merge-requests';

/** Creates and changes the merge requests of pushed branches in the name of the pusher. */
export const applyPushOptions = internalOperation(
  PushedBranchServiceDefinition.applyPushOptions,
  async (request, call: Call<MergeRequestsDeps>) => {
    const { user_id, tier } = request;
    const errors = await onBehalfOf(call.deps, { user_id, tier }, (user) => applyPushOptionsAs(call, user, request));
    return { errors: errors ?? ['The user is not active'] };
  },
);
