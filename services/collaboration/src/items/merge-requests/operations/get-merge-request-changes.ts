import { assignFields } from '@forgemesh/data';
import { preparedList, type Call, operation } from '@forgemesh/rpc';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import type { DiffEntry } from '@forgemesh/proto/repository/v1/diff';
import { presentMergeRequestFor, findMergeRequest } from '../find-merge-request';
import { mergeDiffs } from '../diffs/merge-diffs';
import type { MergeRequestListsDeps } from '../deps';

/** Gets a merge request with all changed files. */
export const getMergeRequestChanges = operation(
  MergeRequestServiceDefinition.getMergeRequestChanges,
  async ({ merge_request_iid: iid }, call: Call<MergeRequestListsDeps>) => {
    const presented = await presentMergeRequestFor(call, await findMergeRequest(call, iid));
    const { base_sha = null, head_sha = null } = presented.diff_refs ?? {};
    const { files, overflow } = await mergeDiffs(call.deps, presented, { base_sha, head_sha });
    return assignFields(presented, { changes: preparedList<DiffEntry>(files), overflow });
  },
);
