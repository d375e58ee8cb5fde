/** Presents pipelines in the API. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { CommitPipeline } from '@forgemesh/proto/repository/v1/commit';
import type { Pipeline, PipelineDetailedStatus, PipelineSummary } from '@forgemesh/proto/repository/v1/pipeline';
import { config } from '../../config';
import { zeroId } from '@forgemesh/git-engine';
import { presentUser } from '../../clients/users/user.entity';
import type { UserDocument } from '../../clients/users/user.model';
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
export function presentCommitPipeline(pipeline: PipelineDocument, fullPath: string): CommitPipeline {
  const { _id: id, sha, ref, status } = pipeline;
  return { id, sha, ref, status, web_url: urlOf(pipeline, fullPath) };
}

/** A pipeline in a list. */
export function presentPipelineSummary(pipeline: PipelineDocument, fullPath: string): PipelineSummary {
  const { id, sha, ref, status, web_url } = presentCommitPipeline(pipeline, fullPath);
  const { created_at, updated_at } = pipeline;
  return { id, sha, ref, status, created_at: created_at.toISOString(), updated_at: updated_at.toISOString(), web_url };
}

/** A pipeline on its own. */
export function presentPipeline(
  pipeline: PipelineDocument,
  fullPath: string,
  user: UserDocument | undefined,
): ResponseOf<Pipeline> {
  const { started_at: started, finished_at: finished } = pipeline;
  return {
    ...presentPipelineSummary(pipeline, fullPath),
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

function urlOf({ _id }: PipelineDocument, fullPath: string): string {
  return `${config.FORGE_EXTERNAL_URL.replace(/\/+$/, '')}/${fullPath}/pipelines/${_id}`;
}
