import { assignFields } from '@forgemesh/data';
import { preparedList } from '@forgemesh/rpc';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import type { DiffEntry } from '@forgemesh/proto/repository/v1/diff';
import { operation } from '../../../operation';
import { answerMergeRequest, findMergeRequest } from '../find-merge-request';
import { mergeDiffs } from '../diffs/merge-diffs';

/** Gets a merge request with all changed files. */
export const getMergeRequestChanges = operation(
  MergeRequestServiceDefinition.getMergeRequestChanges,
  async ({ merge_request_iid: iid }, call) => {
    const answer = await answerMergeRequest(call, await findMergeRequest(call, iid));
    const { base_sha = null, head_sha = null } = answer.diff_refs ?? {};
    const { files, overflow } = await mergeDiffs(call.deps, answer, { base_sha, head_sha });
    return assignFields(answer, { changes: preparedList<DiffEntry>(files), overflow });
  },
);
