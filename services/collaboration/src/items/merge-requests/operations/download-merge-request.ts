import { type Call, downloadOperation } from '@forgemesh/rpc';
import { MergeRequestContentServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_content';
import { downloadPatch } from '../merge-request-patch';
import type { MergeRequestChangesDeps } from '../deps';

/** Downloads the commits of a merge request as patches for `git am`. */
export const downloadMergeRequestPatch = downloadOperation(
  MergeRequestContentServiceDefinition.downloadMergeRequestPatch,
  ({ merge_request_iid: iid }, call: Call<MergeRequestChangesDeps>) => downloadPatch(call, iid, 'getRawPatches'),
);

/** Downloads the changes of a merge request as one patch. */
export const downloadMergeRequestDiff = downloadOperation(
  MergeRequestContentServiceDefinition.downloadMergeRequestDiff,
  ({ merge_request_iid: iid }, call: Call<MergeRequestChangesDeps>) => downloadPatch(call, iid, 'getRawDiff'),
);
