import {
  acceptMergeRequest,
  createMergeRequestForIssue,
  findMergeRequest,
  isDraft,
  isPipelineRunning,
  type MergeRequestsDeps,
  requestRebase,
  refreshFor,
  withoutDraftMark,
} from '#items/merge-requests';
import type { ActionContext, QuickAction } from './quick-action';
import { DEVELOPER } from '@forgemesh/access';

/** Minimum license tier that includes approvals. */
const APPROVAL_TIER = 1;

/** Quick actions on merge requests, and those that create them. */
export const mergeRequestActions: readonly QuickAction<MergeRequestsDeps>[] = [
  {
    names: ['wip', 'draft'],
    done: () => 'Changed the draft state.',
    on: ['MergeRequest'],
    change: ({ targetItem, update }) => {
      const title = update.title ?? targetItem?.item.title ?? '';
      update.title = isDraft(title) ? withoutDraftMark(title) : `WIP: ${title}`;
    },
  },
  {
    names: ['target_branch'],
    done: (argument) => `Changed the target branch to ${argument}.`,
    on: ['MergeRequest'],
    change: ({ update }, branch) => {
      if (branch !== '') update.target_branch = branch;
    },
  },
  {
    names: ['approve'],
    done: () => 'Approved.',
    on: ['MergeRequest'],
    async run({ call, target }) {
      if (call.context.tier < APPROVAL_TIER || target.iid === null) return;
      const request = { id: String(target.project_id), merge_request_iid: target.iid };
      await call.deps.clients.requestApprovals.approveMergeRequest(request);
    },
  },
  {
    names: ['merge'],
    done: () => 'Merged, or set to merge when the pipeline succeeds.',
    on: ['MergeRequest'],
    async run(context) {
      if (!isInTarget(context)) return;
      const { call, target } = context;
      const found = await findMergeRequest(call, target.iid ?? 0);
      const { facts } = await refreshFor(call, found);
      await acceptMergeRequest(call, found, { merge_when_pipeline_succeeds: isPipelineRunning(facts) });
    },
  },
  {
    names: ['rebase'],
    done: () => 'Started a rebase.',
    on: ['MergeRequest'],
    async run(context) {
      if (!isInTarget(context)) return;
      const { call, target } = context;
      await requestRebase(call, await findMergeRequest(call, target.iid ?? 0), false);
    },
  },
  {
    names: ['create_merge_request'],
    done: () => 'Created a branch and a merge request.',
    on: ['Issue'],
    level: { Issue: DEVELOPER },
    async run({ call, targetItem }, branch) {
      if (targetItem?.type === 'Issue') await createMergeRequestForIssue(call, targetItem.item, branch);
    },
  },
];

/**
 * Whether the call carries the caller's rights on the target project: a call that creates a merge
 * request from a fork carries those on the source project.
 */
function isInTarget({ call, target }: ActionContext): boolean {
  return call.resource('id').id === target.project_id;
}
