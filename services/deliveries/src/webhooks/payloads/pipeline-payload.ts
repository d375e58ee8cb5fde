/** Hook payloads of pipelines and jobs. */
import { zeroId } from '@forgemesh/git-engine/refs';
import { commitBlock, findCommit } from './commit-block';
import { findHookProject, projectBlock, pushRepository, userBlock, userBlocks } from './common-blocks';
import type { PipelineEntity, StatusEntity } from './entities';
import type { PayloadsDeps } from './deps';

const MS = 1000;

/** Payload of `Pipeline Hook`. */
export async function pipelinePayload(deps: PayloadsDeps, pipeline: PipelineEntity): Promise<object | null> {
  const project = await findHookProject(deps, pipeline.project_id);
  if (!project) return null;
  const { statuses, sha } = pipeline;
  const [commit, users] = await Promise.all([
    findCommit(deps, project.id, sha),
    userBlocks(
      deps,
      statuses.flatMap(({ author }) => author?.id ?? []),
    ),
  ]);
  return {
    object_kind: 'pipeline',
    object_attributes: pipelineAttributes(pipeline),
    // Pipelines of external systems belong to a commit and a ref, not to a merge request.
    merge_request: null,
    user: await userBlock(deps, pipeline.user?.id ?? null),
    project: projectBlock(project),
    commit: commit && commitBlock(commit, project),
    builds: statuses.map((status) => buildBlock(status, users.get(status.author?.id ?? 0) ?? null)),
  };
}

function pipelineAttributes(pipeline: PipelineEntity): object {
  const { id, ref, tag, sha, before_sha, source, status } = pipeline;
  return {
    id,
    ref,
    tag,
    sha,
    before_sha: before_sha || zeroId,
    source,
    status,
    detailed_status: pipeline.detailed_status?.text ?? status,
    stages: [...new Set(pipeline.statuses.map(({ stage }) => stage))],
    created_at: pipeline.created_at,
    finished_at: pipeline.finished_at ?? null,
    duration: pipeline.duration ?? null,
    variables: [],
  };
}

function buildBlock(status: StatusEntity, user: object | null): object {
  return {
    id: status.id,
    stage: status.stage,
    name: status.name,
    status: status.status,
    created_at: status.created_at,
    started_at: status.started_at ?? null,
    finished_at: status.finished_at ?? null,
    // The job runs in an external system: it has no manual start, runner or artifacts here.
    when: 'on_success',
    manual: false,
    allow_failure: status.allow_failure,
    user,
    runner: null,
    artifacts_file: { filename: null, size: null },
  };
}

/** Payload of `Job Hook`. */
export async function jobPayload(deps: PayloadsDeps, job: StatusEntity): Promise<object | null> {
  const project = await findHookProject(deps, job.project_id);
  if (!project) return null;
  const [commit, user] = await Promise.all([
    findCommit(deps, project.id, job.sha),
    job.author ? deps.display.users.get(job.author.id) : undefined,
  ]);
  const times = { started_at: job.started_at ?? null, finished_at: job.finished_at ?? null };
  const duration = durationOf(times);
  return {
    object_kind: 'build',
    ref: job.ref,
    tag: false,
    before_sha: zeroId,
    sha: job.sha,
    build_id: job.id,
    build_name: job.name,
    build_stage: job.stage,
    build_status: job.status,
    build_started_at: times.started_at,
    build_finished_at: times.finished_at,
    build_duration: duration,
    build_allow_failure: job.allow_failure,
    build_failure_reason: job.failure_reason ?? 'unknown_failure',
    pipeline_id: job.pipeline_id,
    project_id: project.id,
    project_name: project.name_with_namespace,
    user: user ? { id: user.id, name: user.name, email: user.email } : null,
    commit: {
      // The payload format requires the id of the pipeline here.
      id: job.pipeline_id,
      sha: job.sha,
      message: commit?.message ?? null,
      author_name: commit?.author_name ?? null,
      author_email: commit?.author_email ?? null,
      author_url: null,
      status: job.status,
      duration,
      ...times,
    },
    repository: pushRepository(project),
    runner: null,
  };
}

function durationOf({ started_at: from, finished_at: to }: { started_at: string | null; finished_at: string | null }) {
  return from && to ? (Date.parse(to) - Date.parse(from)) / MS : null;
}
