import { MergeRequestContentServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_content';
import { downloadOperation, type CollaborationCall } from '../../../operation';
import { findComparedMergeRequest } from '../find-merge-request';
import type { MergeRequestDocument } from '../merge-request.model';
import { storageOf } from '../merging/merge-settings';

/** Downloads the changes of a merge request as one patch. */
export const getMergeRequestRawDiffs = downloadOperation(
  MergeRequestContentServiceDefinition.getMergeRequestRawDiffs,
  async ({ merge_request_iid: iid }, call) => {
    const request = await findComparedMergeRequest(call, iid);
    return { headers: { 'Content-Type': 'text/plain' }, content: patchOf(call, request) };
  },
);

async function* patchOf({ deps }: CollaborationCall, request: MergeRequestDocument): AsyncGenerator<Uint8Array> {
  const { project_id, base_sha, head_sha } = request;
  if (base_sha === null || head_sha === null) return;
  const storage = await storageOf(deps, project_id);
  const parts = deps.clients.mergeContents.getRawDiff({ project_id, storage, base_sha, head_sha });
  for await (const { part } of parts) if (part?.$case === 'chunk') yield part.value;
}
