/** Hook payloads of merge requests. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { Project } from '@forgemesh/proto/projects/v1/project';
import { commitBlock, findCommit } from './commit-block';
import {
  findHookProject,
  projectBlock,
  repositoryBlock,
  userBlock,
  userBlocks,
  withAbsolutePictures,
} from './common-blocks';
import type { ActionContext, EntityChanges, MergeRequestEntity } from './entities';
import { changesBlock, editsOf, pickLabels, readLabels, stateIdOf } from './item-changes';
import type { PayloadsDeps } from './deps';

/** Payload of `Merge Request Hook`. `oldrev` is the head of the source branch before a push. */
export async function mergeRequestPayload(
  deps: PayloadsDeps,
  request: MergeRequestEntity,
  { actor, changes, action, oldrev }: ActionContext & { action: string; oldrev?: string | undefined },
): Promise<object | null> {
  const project = await findHookProject(deps, request.project_id);
  if (!project) return null;
  const labels = await readLabels(deps, request.label_ids, changes);
  // Events of earlier releases have no reviewers.
  const [assignees, reviewers] = await Promise.all(
    [request.assignees, request.reviewers ?? []].map(async (users) => {
      const blocks = await userBlocks(
        deps,
        users.map(({ id }) => id),
      );
      return [...blocks.values()];
    }),
  );
  const attributes = await mergeRequestAttributes(deps, request, project, { actor, changes });
  return {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: await userBlock(deps, actor),
    project: projectBlock(project),
    object_attributes: { ...attributes, ...(oldrev !== undefined && { oldrev }), action },
    labels: pickLabels(labels, request.label_ids),
    changes: await changesBlock(deps, changes, labels),
    repository: repositoryBlock(project),
    ...(assignees?.length && { assignees }),
    ...(reviewers?.length && { reviewers }),
  };
}

/** The attributes of a merge request in payloads of the merge request and its notes. */
export async function mergeRequestAttributes(
  deps: PayloadsDeps,
  request: MergeRequestEntity,
  target: ResponseOf<Project>,
  { actor, changes }: { actor: number | null; changes: EntityChanges } = { actor: null, changes: {} },
): Promise<object> {
  const { time_stats: times, assignees, reviewers = [], sha } = request;
  const [source, commit] = await Promise.all([
    request.source_project_id === target.id ? target : findHookProject(deps, request.source_project_id),
    sha ? findCommit(deps, request.project_id, sha) : null,
  ]);
  return {
    id: request.id,
    iid: request.iid,
    title: request.title,
    description: withAbsolutePictures(request.description, target),
    state: request.state,
    state_id: stateIdOf(request.state),
    author_id: request.author?.id ?? null,
    assignee_id: assignees[0]?.id ?? null,
    assignee_ids: assignees.map(({ id }) => id),
    reviewer_ids: reviewers.map(({ id }) => id),
    source_branch: request.source_branch,
    target_branch: request.target_branch,
    source_project_id: request.source_project_id,
    target_project_id: request.target_project_id,
    milestone_id: request.milestone?.id ?? null,
    merge_status: request.merge_status,
    merge_commit_sha: request.merge_commit_sha ?? null,
    merge_error: request.merge_error,
    merge_params: request.merge_params,
    merge_user_id: request.merge_user_id,
    merge_when_pipeline_succeeds: request.merge_when_pipeline_succeeds,
    head_pipeline_id: commit?.last_pipeline?.id ?? null,
    ...editsOf(changes, actor, request.updated_at),
    time_estimate: times?.time_estimate ?? 0,
    total_time_spent: times?.total_time_spent ?? 0,
    human_total_time_spent: times?.human_total_time_spent ?? null,
    human_time_estimate: times?.human_time_estimate ?? null,
    created_at: request.created_at,
    updated_at: request.updated_at,
    url: request.web_url,
    source: source && projectBlock(source),
    target: projectBlock(target),
    last_commit: commit && commitBlock(commit, source ?? target),
    work_in_progress: request.work_in_progress,
    draft: request.work_in_progress,
  };
}
