import { downloadOperation, type Call } from '@forgemesh/rpc';
import { MergeContentServiceDefinition } from '@forgemesh/proto/repository/v1/merge_content';
import { startDownload } from '#content';
import type { MergesDeps } from '../deps';

/** Downloads all changes between two commits as one patch. */
export const getRawDiff = downloadOperation(
  MergeContentServiceDefinition.getRawDiff,
  async (request, call: Call<MergesDeps>) => {
    const { storages, transportGit } = call.deps;
    const { repo } = storages.locate(request.project_id, request.storage);
    const { base_sha: from, head_sha: to } = request;
    const input = { repo, from, to, caller: call.caller };
    const { stream } = transportGit.streamDiff(input, { signal: call.signal });
    return { headers: { 'Content-Type': 'text/plain' }, content: await startDownload(stream) };
  },
);
