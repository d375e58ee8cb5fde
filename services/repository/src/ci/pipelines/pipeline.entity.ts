/** Presents pipelines in the API. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { CommitPipeline } from '@forgemesh/proto/repository/v1/commit';
import type { Pipeline, PipelineDetailedStatus, PipelineSummary } from '@forgemesh/proto/repository/v1/pipeline';
import { zeroId } from '@forgemesh/git-engine';
import type { Urls } from '#clients';
import { presentUser, type UserDocument } from '#clients/users';
import type { PipelineDocument, PipelineState } from './pipeline.model';

/** The display text of a state. */
const labels: Record<PipelineState, string> = {
  created: 'created',
  pending: 'pending',
  running: 'running',
  success: 'passed',
  failed: 'failed',
  canceled: 'canceled',
};

/** A pipeline as a field of its commit. `fullPath` is the project's. */
export function presentCommitPipeline(
  { base }: Urls,
  { _id: id, sha, ref, status }: PipelineDocument,
  fullPath: string,
): CommitPipeline {
  return { id, sha, ref, status, web_url: `${base}/${fullPath}/pipelines/${id}` };
}

/** A pipeline in a list. */
export function presentPipelineSummary(urls: Urls, pipeline: PipelineDocument, fullPath: string): PipelineSummary {
  const { id, sha, ref, status, web_url } = presentCommitPipeline(urls, pipeline, fullPath);
  const { created_at, updated_at } = pipeline;
  return { id, sha, ref, status, created_at: created_at.toISOString(), updated_at: updated_at.toISOString(), web_url };
}

/** A pipeline on its own. */
export function presentPipeline(
  urls: Urls,
  pipeline: PipelineDocument,
  fullPath: string,
  user: UserDocument | undefined,
): ResponseOf<Pipeline> {
  const { started_at: started, finished_at: finished } = pipeline;
  return {
    ...presentPipelineSummary(urls, pipeline, fullPath),
    before_sha: zeroId,
    tag: pipeline.tag,
    yaml_errors: null,
    user: presentUser(user),
    started_at: started?.toISOString() ?? null,
    finished_at: finished?.toISOString() ?? null,
    committed_at: null,
    duration: started && finished ? Math.round((finished.getTime() - started.getTime()) / 1000) : null,
    coverage: pipeline.coverage?.toFixed(2) ?? null,
    detailed_status: presentDetailedStatus(pipeline, fullPath),
  };
}

function presentDetailedStatus(pipeline: PipelineDocument, fullPath: string): PipelineDetailedStatus {
  const label = labels[pipeline.status];
  return {
    icon: `status_${pipeline.status}`,
    text: label,
    label: label,
    group: pipeline.status,
    tooltip: label,
    has_details: true,
    details_path: `/${fullPath}/pipelines/${pipeline._id}`,
  };
}
