import { type Call, operation } from '@forgemesh/rpc';
import { mayReadPipelines } from '@forgemesh/access';
import { pageInfo, pageOf } from '@forgemesh/data';
import { ForbiddenError } from '@forgemesh/errors';
import { MergeRequestPipelineServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_pipeline';
import type { DiffVersionDocument } from '#items/model';
import { findComparedMergeRequest } from '../find-merge-request';
import { sidesOf } from '../merging/merge-settings';
import type { MergeRequestChangesDeps } from '../deps';

/** Maximum number of versions that are considered, newest first. */
const MAX_VERSIONS = 100;

/** Lists the pipelines of the commits of a merge request. */
export const listMergeRequestPipelines = operation(
  MergeRequestPipelineServiceDefinition.listMergeRequestPipelines,
  async (input, call: Call<MergeRequestChangesDeps>) => {
    const { deps } = call;
    if (!mayReadPipelines(call.resource('id'))) throw new ForbiddenError();
    const request = await findComparedMergeRequest(call, input.merge_request_iid);
    const versions = await deps.diffs.versions.model
      .find({ merge_request_id: request._id })
      .sort({ _id: -1 })
      .limit(MAX_VERSIONS)
      .lean<DiffVersionDocument[]>();
    const { page, per_page, skip } = pageOf(input);
    const sides = await sidesOf(deps, request);
    const { pipelines, total } = await deps.clients.mergeContents.listMergePipelines(
      {
        ...sides,
        head_shas: versions.map(({ head_commit_sha: sha }) => sha),
        base_shas: versions.map(({ base_commit_sha: sha }) => sha),
        skip,
        limit: per_page,
      },
      { storage: sides.target.storage },
    );
    call.setPage(pageInfo({ page, per_page, total, found: Math.max(total - skip, 0) }));
    return { pipelines };
  },
);
