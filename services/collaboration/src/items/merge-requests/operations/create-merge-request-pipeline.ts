import { type Call, operation } from '@forgemesh/rpc';
import { ForbiddenError, ForgeError } from '@forgemesh/errors';
import { MergeRequestPipelineServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_pipeline';
import { findMergeRequest, refreshFor } from '../find-merge-request';
import { sidesOf, subjectOfSource } from '../merging/merge-settings';
import { presentPipelines } from '../list/present-pipelines';
import type { MergeRequestChangesDeps } from '../deps';

/** Creates a pipeline for the newest commit of a merge request. */
export const createMergeRequestPipeline = operation(
  MergeRequestPipelineServiceDefinition.createMergeRequestPipeline,
  async ({ merge_request_iid: iid }, call: Call<MergeRequestChangesDeps>) => {
    const { deps } = call;
    const found = await findMergeRequest(call, iid);
    const { request, facts } = await refreshFor(call, found, { source_subject: await subjectOfSource(call, found) });
    if (facts.source_sha !== undefined && !facts.may_push_source) throw new ForbiddenError();
    const hasCommits = facts.source_sha !== undefined && request.head_sha !== request.base_sha;
    if (request.state !== 'opened' || !hasCommits) throw new ForgeError('method_not_allowed');
    const { source } = await sidesOf(deps, request);
    const commit = { source, sha: facts.source_sha ?? '' };
    const created = await deps.clients.mergeContents.createMergePipeline(commit, { storage: source.storage });
    return { pipeline: presentPipelines(created).head_pipeline };
  },
);
