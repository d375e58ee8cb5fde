import type { EventConsumer } from '@forgemesh/kit';
import { keepMergeRef } from '../merge-requests/keep-merge-ref';
import type { MergeRequestDocument } from '../merge-requests/merge-request.model';
import { refreshMergeRequest } from '../merge-requests/refresh-merge-request';
import { addSystemNotes } from '../notes/system-notes';
import type { Collaboration } from '../service';

const BRANCHES = 'refs/heads/';
const NOTHING = '0'.repeat(40);

/** What is used of the event's entity. */
interface Push {
  project_id: number;
  ref: string;
  /** Id before; zeros for a new ref. */
  before: string;
  user_id: number | null;
  created_at: string;
}

/** Compares the open merge requests from and into a branch that moved: new versions, what was merged by a push, what lost its branch. */
export const onBranchPushed: EventConsumer<Collaboration> = {
  name: 'collaboration-merge-requests-of-branch',
  events: ['repository.push.received'],
  from: 'new',
  async handle({ id, data }, deps) {
    const push = data.entity as unknown as Push;
    const { project_id, ref } = push;
    if (!ref.startsWith(BRANCHES)) return;
    const branch = ref.slice(BRANCHES.length);
    const sources = { source_project_id: project_id, source_branch: branch };
    if (push.before === NOTHING) await tellRestored(deps, id, push, sources);
    const requests = await deps.mergeRequests.model
      .find({ state: { $in: ['opened', 'locked'] }, $or: [sources, { project_id, target_branch: branch }] })
      .lean<MergeRequestDocument[]>();
    for (const request of requests)
      await keepMergeRef(deps, (await refreshMergeRequest(deps, request, { actor: push.user_id })).request);
  },
};

/** Says in the requests that once had the branch that it is there again. */
async function tellRestored(
  deps: Collaboration,
  eventId: string,
  { user_id, created_at }: Push,
  sources: { source_project_id: number; source_branch: string },
): Promise<void> {
  const at = new Date(created_at);
  const had = { state: { $in: ['opened', 'closed'] as const }, head_sha: { $ne: null }, created_at: { $lt: at } };
  const requests = await deps.mergeRequests.model
    .find({ ...sources, ...had })
    .select({ _id: 1, project_id: 1 })
    .lean<Pick<MergeRequestDocument, '_id' | 'project_id'>[]>();
  for (const { _id: id, project_id } of requests) {
    const target = { type: 'MergeRequest', id, project_id, group_id: null } as const;
    const texts = [`restored source branch \`${sources.source_branch}\``];
    await addSystemNotes(deps, target, { event_id: `${eventId}/${id}`, actor: user_id ?? 0, at, texts });
  }
}
