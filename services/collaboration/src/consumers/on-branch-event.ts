import type { EventConsumer, ForgeEvent } from '@forgemesh/kit';
import type { MergeRequestDocument } from '../merge-requests/merge-request.model';
import { refreshMergeRequest } from '../merge-requests/refresh-merge-request';
import type { Collaboration } from '../service';
import { resolveTodos } from '../todos/add-todos';
import { targetOf } from '../todos/event-todos';
import { todosOfObstacle } from '../todos/merge-request-todos';

const BRANCHES = 'refs/heads/';

/** Makes and resolves the todos that follow from pushes to the branches of merge requests and from their pipelines. */
export const onBranchEvent: EventConsumer<Collaboration> = {
  name: 'collaboration-branch-todos',
  events: ['repository.push.received', 'repository.pipeline.updated'],
  from: 'new',
  handle: (event, deps) =>
    event.type === 'repository.push.received' ? handlePush(event, deps) : handlePipeline(event, deps),
};

/** Whoever pushes takes care of what waited for him. */
async function handlePush({ time, data }: ForgeEvent, deps: Collaboration): Promise<void> {
  const { project_id, ref, user_id } = data.entity as { project_id: number; ref: string; user_id: number | null };
  if (user_id === null || !ref.startsWith(BRANCHES)) return;
  for (const request of await openRequests(deps, project_id, ref.slice(BRANCHES.length)))
    await resolveTodos(deps, user_id, targetOf('MergeRequest', request), new Date(time));
}

async function handlePipeline(event: ForgeEvent, deps: Collaboration): Promise<void> {
  const { project_id, sha, ref } = event.data.entity as { project_id: number; sha: string; ref: string };
  const [, status] = (event.data.changes as { status?: [string, string] }).status ?? [];
  if (status !== 'failed') return;
  for (const found of await openRequests(deps, project_id, ref)) {
    // The push of the commit may not have been heard of yet.
    const { request } = await refreshMergeRequest(deps, found, { actor: null });
    if (request.state === 'opened' && request.head_sha === sha)
      await todosOfObstacle(deps, event, request, 'build_failed');
  }
}

function openRequests(
  { mergeRequests }: Collaboration,
  source_project_id: number,
  source_branch: string,
): Promise<MergeRequestDocument[]> {
  return mergeRequests.model.find({ source_project_id, source_branch, state: 'opened' }).lean<MergeRequestDocument[]>();
}
