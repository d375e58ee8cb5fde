/** Presents the newest pipeline of a merge request. */
import type { Pipeline } from '@forgemesh/proto/repository/v1/pipeline';

/** Fields that may be null; messages between services omit null. */
const NOTHING = {
  yaml_errors: null,
  user: null,
  started_at: null,
  finished_at: null,
  committed_at: null,
  duration: null,
  coverage: null,
};

/** The pipeline in brief and in full, and its start and finish times. */
export function presentPipelines(pipeline: Pipeline | undefined) {
  if (!pipeline)
    return { latest_build_started_at: null, latest_build_finished_at: null, pipeline: null, head_pipeline: null };
  const { id, sha, ref, status, created_at, updated_at, web_url } = pipeline;
  const given = Object.fromEntries(Object.entries(pipeline).filter(([, value]) => value !== undefined));
  return {
    latest_build_started_at: pipeline.started_at ?? null,
    latest_build_finished_at: pipeline.finished_at ?? null,
    pipeline: { id, sha, ref, status, created_at, updated_at, web_url },
    head_pipeline: { ...NOTHING, ...given },
  };
}
