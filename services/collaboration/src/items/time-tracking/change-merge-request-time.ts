/** Changes the time tracking of a merge request: shared by its operations. */
import { NotFoundError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { TimeStats } from '@forgemesh/proto/collaboration/v1/common';
import { presentTimeStats, type SpentTimeChange } from '#items/shared';
import {
  changeMergeRequest,
  findMergeRequest,
  type MergeRequestChangesDeps,
  type MergeRequestSet,
} from '#items/merge-requests';
import type { MergeRequestDocument } from '#items/model';

/**
 * Changes the merge request named by the call; `compute` returns null for no change. `spent` is
 * recorded with the spent time.
 */
export async function changeMergeRequestTime(
  call: Call<MergeRequestChangesDeps>,
  iid: number,
  compute: (request: MergeRequestDocument) => MergeRequestSet | null,
  spent: SpentTimeChange = {},
): Promise<ResponseOf<TimeStats>> {
  const { deps, principal } = call;
  const request = await findMergeRequest(call, iid);
  const changed = await changeMergeRequest(deps, request._id, principal.id, (current) => {
    const set = compute(current);
    const { total_time_spent: before } = current;
    return set && { set, ...((set.total_time_spent ?? before) !== before && spent) };
  });
  if (!changed) throw new NotFoundError('Merge Request');
  return presentTimeStats(deps, changed);
}
