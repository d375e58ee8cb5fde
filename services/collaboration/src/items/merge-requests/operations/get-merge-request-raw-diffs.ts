import { type Call, downloadOperation } from '@forgemesh/rpc';
import { MergeRequestContentServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_content';
import { downloadPatch } from '../merge-request-patch';
import type { MergeRequestChangesDeps } from '../deps';

/** Downloads the changes of a merge request as one patch. */
export const getMergeRequestRawDiffs = downloadOperation(
  MergeRequestContentServiceDefinition.getMergeRequestRawDiffs,
  ({ merge_request_iid: iid }, call: Call<MergeRequestChangesDeps>) => downloadPatch(call, iid, 'getRawDiff'),
);
