import { type Call, operation } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { ensureNewestVersion } from '../diffs/diff-versions';
import { presentDiffVersion } from '../diffs/diff-version.entity';
import { findComparedMergeRequest } from '../find-merge-request';
import type { MergeRequestListsDeps } from '../deps';

/** Lists the diff versions of a merge request. */
export const listMergeRequestVersions = operation(
  MergeRequestServiceDefinition.listMergeRequestVersions,
  async (input, call: Call<MergeRequestListsDeps>) => {
    const request = await findComparedMergeRequest(call, input.merge_request_iid);
    await ensureNewestVersion(call.deps, request);
    const {
      lists: { diffVersions: kept },
    } = call.deps;
    const filter = { merge_request_id: request._id };
    const versions = await listPage(call, {
      model: kept.model,
      filter,
      sort: { number: -1 },
      request: input,
      caches: kept,
    });
    return { versions: versions.map(presentDiffVersion) };
  },
);
