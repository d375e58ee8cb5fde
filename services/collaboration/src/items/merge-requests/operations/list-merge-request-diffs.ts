import { pageRows } from '@forgemesh/data';
import { preparedList, type Call, operation } from '@forgemesh/rpc';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import type { DiffEntry } from '@forgemesh/proto/repository/v1/diff';
import { findComparedMergeRequest } from '../find-merge-request';
import { mergeDiffs } from '../diffs/merge-diffs';
import type { MergeRequestChangesDeps } from '../deps';

/** Lists the files that a merge request changes. */
export const listMergeRequestDiffs = operation(
  MergeRequestServiceDefinition.listMergeRequestDiffs,
  async (input, call: Call<MergeRequestChangesDeps>) => {
    const request = await findComparedMergeRequest(call, input.merge_request_iid);
    const { base_sha, head_sha } = request;
    const { files } = await mergeDiffs(call.deps, request, { base_sha, head_sha, limit_diffs: true });
    return { diffs: preparedList<DiffEntry>(pageRows(call, files, input)) };
  },
);
