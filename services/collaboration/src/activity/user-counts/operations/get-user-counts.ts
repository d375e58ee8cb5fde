import { type Call, operation } from '@forgemesh/rpc';
import { countRange } from '@forgemesh/data';
import { UserCountsServiceDefinition } from '@forgemesh/proto/collaboration/v1/user_counts';
import type { QueryFilter } from 'mongoose';
import { allMergeRequests, type MergeRequestListsDeps } from '#items/merge-requests';
import type { MergeRequestDocument } from '#items/model';

/** Counts the open merge requests that are assigned to the caller. */
export const getUserCounts = operation(
  UserCountsServiceDefinition.getUserCounts,
  async (_request, call: Call<MergeRequestListsDeps>) => {
    const assigned = await allMergeRequests(call, { state: 'opened', scope: 'assigned_to_me' });
    const filter = assigned.filter as QueryFilter<MergeRequestDocument>;
    return { merge_requests: await countRange(call.deps.lists.mergeRequests, { filter, check: assigned.check }) };
  },
);
