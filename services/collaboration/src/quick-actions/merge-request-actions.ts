import { isWip, withoutWip } from '../merge-requests/wip';
import type { QuickAction } from './quick-action';

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
];
