import { isWip, withoutWip } from '../merge-requests/wip';
import type { QuickAction } from './quick-action';

/** Licence tier from which on there are approvals. */
const APPROVAL_TIER = 1;

/** Actions on merge requests. */
export const mergeRequestActions: readonly QuickAction[] = [
  {
    names: ['wip'],
    on: ['MergeRequest'],
    change: ({ acted, update }) => {
      const title = update.title ?? acted?.item.title ?? '';
      update.title = isWip(title) ? withoutWip(title) : `WIP: ${title}`;
    },
  },
  {
    names: ['target_branch'],
    on: ['MergeRequest'],
    change: ({ update }, branch) => {
      if (branch !== '') update.target_branch = branch;
    },
  },
  {
    names: ['approve'],
    on: ['MergeRequest'],
    async act({ call, target }) {
      if (call.context.tier < APPROVAL_TIER || target.iid === null) return;
      const request = { id: String(target.project_id), merge_request_iid: target.iid };
      await call.deps.clients.requestApprovals.approveMergeRequest(request);
    },
  },
];
