/** Hook payloads of issues. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { Project } from '@forgemesh/proto/projects/v1/project';
import {
  findHookProject,
  projectBlock,
  repositoryBlock,
  userBlock,
  userBlocks,
  withAbsolutePictures,
} from './common-blocks';
import type { ActionContext, EntityChanges, IssueEntity } from './entities';
import { changesBlock, editsOf, pickLabels, readLabels, stateIdOf } from './item-changes';
import type { PayloadsDeps } from './deps';

/** Payload of `Issue Hook` and `Confidential Issue Hook`. */
export async function issuePayload(
  deps: PayloadsDeps,
  issue: IssueEntity,
  { actor, changes, action }: ActionContext & { action: string },
): Promise<object | null> {
  const project = await findHookProject(deps, issue.project_id);
  if (!project) return null;
  const labels = await readLabels(deps, issue.label_ids, changes);
  const own = pickLabels(labels, issue.label_ids);
  const users = await userBlocks(
    deps,
    issue.assignees.map(({ id }) => id),
  );
  const assignees = [...users.values()];
  return {
    object_kind: 'issue',
    event_type: issue.confidential ? 'confidential_issue' : 'issue',
    user: await userBlock(deps, actor),
    project: projectBlock(project),
    object_attributes: { ...issueAttributes(issue, project, own, { actor, changes }), action },
    labels: own,
    changes: await changesBlock(deps, changes, labels),
    repository: repositoryBlock(project),
    ...(assignees.length > 0 && { assignees, assignee: assignees[0] }),
  };
}

/** The attributes of an issue in payloads of the issue and its notes. */
export function issueAttributes(
  issue: IssueEntity,
  project: ResponseOf<Project>,
  labels: object[],
  { actor, changes }: { actor: number | null; changes: EntityChanges } = { actor: null, changes: {} },
): object {
  const { time_stats: times, assignees } = issue;
  return {
    id: issue.id,
    iid: issue.iid,
    title: issue.title,
    description: withAbsolutePictures(issue.description, project),
    state: issue.state,
    state_id: stateIdOf(issue.state),
    author_id: issue.author?.id ?? null,
    assignee_id: assignees[0]?.id ?? null,
    assignee_ids: assignees.map(({ id }) => id),
    project_id: issue.project_id,
    milestone_id: issue.milestone?.id ?? null,
    labels,
    confidential: issue.confidential,
    discussion_locked: issue.discussion_locked ?? null,
    due_date: issue.due_date ?? null,
    relative_position: issue.relative_position,
    moved_to_id: issue.moved_to_id ?? null,
    duplicated_to_id: issue.duplicated_to_id,
    time_estimate: times?.time_estimate ?? 0,
    total_time_spent: times?.total_time_spent ?? 0,
    human_total_time_spent: times?.human_total_time_spent ?? null,
    human_time_estimate: times?.human_time_estimate ?? null,
    created_at: issue.created_at,
    updated_at: issue.updated_at,
    closed_at: issue.closed_at ?? null,
    ...editsOf(changes, actor, issue.updated_at),
    url: issue.web_url,
  };
}
