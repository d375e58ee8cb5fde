import { MergeRequestContentServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_content';
import { downloadOperation } from '#operation';
import { downloadPatch } from '../merge-request-patch';

/** Downloads the changes of a merge request as one patch. */
export const getMergeRequestRawDiffs = downloadOperation(
  MergeRequestContentServiceDefinition.getMergeRequestRawDiffs,
  ({ merge_request_iid: iid }, call) => downloadPatch(call, iid, 'getRawDiff'),
);
