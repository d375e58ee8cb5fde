import type { EventConsumer } from '@forgemesh/kit';
import type { MergeRequestDocument } from '../merge-requests/merge-request.model';
import { refreshMergeRequest } from '../merge-requests/refresh-merge-request';
import type { Collaboration } from '../service';

const BRANCHES = 'refs/heads/';

/** Compares the open merge requests from and into a branch that moved: new versions, what was merged by a push, what lost its branch. */
export const onBranchPushed: EventConsumer<Collaboration> = {
  name: 'collaboration-merge-requests-of-branch',
  events: ['repository.push.received'],
  from: 'new',
  async handle({ data }, deps) {
    const { project_id, ref, user_id } = data.entity as { project_id: number; ref: string; user_id: number | null };
    if (!ref.startsWith(BRANCHES)) return;
    const branch = ref.slice(BRANCHES.length);
    const sides = [
      { source_project_id: project_id, source_branch: branch },
      { project_id, target_branch: branch },
    ];
    const requests = await deps.mergeRequests.model
      .find({ state: { $in: ['opened', 'locked'] }, $or: sides })
      .lean<MergeRequestDocument[]>();
    for (const request of requests) await refreshMergeRequest(deps, request, { actor: user_id });
  },
};
