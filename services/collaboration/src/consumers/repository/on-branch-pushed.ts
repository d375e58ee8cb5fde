import { BRANCHES, zeroId } from '@forgemesh/git-engine/refs';
import type { EventConsumer, EventEntity } from '@forgemesh/events';
import {
  type MergeRequestChangesDeps,
  refreshMergeRequest,
  requestsOfBranches,
  updateMergeRef,
} from '#items/merge-requests';
import type { MergeRequestDocument, ModelDeps } from '#items/model';
import { addSystemNotes, type NotesDeps } from '#discussion/notes';

/** A push to a branch, with the id of its event. */
type BranchPush = EventEntity<'repository.push.received'> & { event_id: string; branch: string };

/**
 * Refreshes the open merge requests from and into branches that moved: new versions, merges by
 * push, deleted branches.
 */
export const onBranchPushed: EventConsumer<
  'repository.push.received',
  MergeRequestChangesDeps & Pick<NotesDeps, 'notes'>
> = {
  name: 'collaboration-merge-requests-of-branch',
  events: ['repository.push.received'],
  from: 'new',
  acrossRequests: true,
  async handleAll(events, deps) {
    const pushes = events
      .map(({ id, data }) => ({ event_id: id, ...data.entity }))
      .filter(({ ref }) => ref.startsWith(BRANCHES))
      .map((push) => ({ ...push, branch: push.ref.slice(BRANCHES.length) }));
    const restored = pushes.filter(({ before }) => before === zeroId);
    for (const projectId of new Set(restored.map(({ project_id }) => project_id)))
      await recordRestoredBranch(
        deps,
        projectId,
        restored.filter(({ project_id }) => project_id === projectId),
      );
    await compareRequests(deps, pushes);
  },
};

async function compareRequests(deps: MergeRequestChangesDeps, pushes: readonly BranchPush[]): Promise<void> {
  const last = new Map(pushes.map((push) => [`${push.project_id} ${push.branch}`, push]));
  for (const request of await requestsOfBranches(deps, pushes)) {
    const { project_id, target_branch, source_project_id, source_branch } = request;
    const push = last.get(`${source_project_id} ${source_branch}`) ?? last.get(`${project_id} ${target_branch}`);
    await updateMergeRef(deps, (await refreshMergeRequest(deps, request, { actor: push?.user_id ?? null })).request);
  }
}

/** Adds a system note to the merge requests whose source branch was restored. */
async function recordRestoredBranch(
  deps: Pick<NotesDeps, 'notes'> & ModelDeps,
  projectId: number,
  pushes: readonly BranchPush[],
): Promise<void> {
  const had = { state: { $in: ['opened', 'closed'] as const }, head_sha: { $ne: null } };
  const branches = pushes.map(({ branch }) => branch);
  const requests = await deps.items.mergeRequests.model
    .find({ source_project_id: projectId, source_branch: { $in: branches }, ...had })
    .select({ _id: 1, project_id: 1, source_branch: 1, created_at: 1 })
    .lean<Pick<MergeRequestDocument, '_id' | 'project_id' | 'source_branch' | 'created_at'>[]>();
  for (const { _id: id, project_id, source_branch: branch, created_at: created } of requests) {
    const target = { type: 'MergeRequest', id, project_id, group_id: null } as const;
    const texts = [`restored source branch \`${branch}\``];
    for (const { event_id, user_id, created_at, ...push } of pushes) {
      const at = new Date(created_at);
      if (push.branch === branch && created < at)
        await addSystemNotes(deps, target, { event_id: `${event_id}/${id}`, actor: user_id ?? 0, at, texts });
    }
  }
}
