import { MergeContentServiceDefinition } from '@forgemesh/proto/repository/v1/merge_content';
import { downloadOperation } from '../../../operation';

/** Downloads all changes between two commits as one patch. */
export const getRawDiff = downloadOperation(MergeContentServiceDefinition.getRawDiff, async (request, call) => {
  const { storages, transportGit } = call.deps;
  const { repo } = storages.locate(request.project_id, request.storage);
  const { base_sha: from, head_sha: to } = request;
  const { stream } = transportGit.streamDiff({ repo, from, to }, { signal: call.signal });
  return { headers: { 'Content-Type': 'text/plain' }, content: stream };
});
