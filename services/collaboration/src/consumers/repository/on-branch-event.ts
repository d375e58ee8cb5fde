import { BRANCHES } from '@forgemesh/git-engine/refs';
import type { EventConsumer, ForgeEvent } from '@forgemesh/events';
import {
  type MergeRequestChangesDeps,
  type ProjectBranch,
  refreshMergeRequest,
  requestsOfBranches,
} from '#items/merge-requests';
import type { MergeRequestDocument } from '#items/model';
import { addObstacleTodos, resolveTodos, targetOf, type TodosDeps } from '#notifications/todos';

/**
 * Creates and resolves the todos that follow from pushes to the branches of merge requests and from
 * their pipelines.
 */
export const onBranchEvent: EventConsumer<
  'repository.push.received' | 'repository.pipeline.updated',
  MergeRequestChangesDeps & TodosDeps
> = {
  name: 'collaboration-branch-todos',
  events: ['repository.push.received', 'repository.pipeline.updated'],
  from: 'new',
  acrossRequests: true,
  async handleAll(events, deps) {
    await handlePushes(
      events.filter((event) => event.type === 'repository.push.received'),
      deps,
    );
    for (const event of events) if (event.type === 'repository.pipeline.updated') await handlePipeline(event, deps);
  },
};

/** Resolves the todos of the pushing user about the merge requests from the pushed branches. */
async function handlePushes(
  events: readonly ForgeEvent<'repository.push.received'>[],
  deps: MergeRequestChangesDeps & TodosDeps,
): Promise<void> {
  const pushes = events.map(({ time, data }) => ({ time, ...data.entity }));
  const ofUsers = pushes.filter(({ user_id, ref }) => user_id !== null && ref.startsWith(BRANCHES));
  const branches = ofUsers.map(({ project_id, ref }) => ({ project_id, branch: ref.slice(BRANCHES.length) }));
  for (const request of await requestsFrom(deps, branches)) {
    const target = targetOf('MergeRequest', request);
    for (const { project_id, ref, user_id, time } of ofUsers) {
      const isSource = project_id === request.source_project_id && ref === BRANCHES + request.source_branch;
      if (isSource && user_id !== null) await resolveTodos(deps, user_id, target, new Date(time));
    }
  }
}

async function handlePipeline(
  event: ForgeEvent<'repository.pipeline.updated'>,
  deps: MergeRequestChangesDeps & TodosDeps,
): Promise<void> {
  const { project_id, sha, ref } = event.data.entity;
  const [, status] = event.data.changes.status ?? [];
  if (status !== 'failed') return;
  for (const found of await requestsFrom(deps, [{ project_id, branch: ref }])) {
    // The push of the commit may not have been handled yet.
    const { request } = await refreshMergeRequest(deps, found, { actor: null });
    if (request.state === 'opened' && request.head_sha === sha)
      await addObstacleTodos(deps, event, request, 'build_failed');
  }
}

/** The open merge requests from branches, without those into them. */
async function requestsFrom(
  deps: MergeRequestChangesDeps,
  branches: readonly ProjectBranch[],
): Promise<MergeRequestDocument[]> {
  const requests = await requestsOfBranches(deps, branches);
  return requests.filter(
    ({ state, source_project_id: id, source_branch: name }) =>
      state === 'opened' && branches.some(({ project_id, branch }) => project_id === id && branch === name),
  );
}
