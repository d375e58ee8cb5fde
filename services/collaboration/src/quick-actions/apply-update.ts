import { REPORTER } from '@forgemesh/access';
import { updateEpic, type EpicsDeps } from '#items/epics';
import { type AttributesRequest, updateIssue, type IssuesDeps } from '#items/issues';
import { updateMergeRequest, type MergeRequestsDeps } from '#items/merge-requests';
import type { ActionContext } from './quick-action';

/** Changes the item through its update operation, with the same rights. */
export async function applyUpdate({
  call,
  target,
  targetItem,
  update,
}: ActionContext<EpicsDeps & IssuesDeps & MergeRequestsDeps>): Promise<unknown> {
  const { attributes, target_branch, ...common } = update;
  const isEmpty = [attributes, common].every((fields) => Object.keys(fields).length === 0);
  if (!targetItem || (isEmpty && target_branch === undefined)) return;
  const { labels, parent_id, assignee_ids, reviewer_ids, milestone_id } = attributes;
  const shared = pick({ labels, assignee_ids, milestone_id });
  switch (targetItem.type) {
    case 'Issue': {
      const { due_date, weight, confidential, discussion_locked, epic_id } = attributes;
      const own = pick({ due_date, weight, confidential, discussion_locked, epic_id });
      // The update operations expect only the fields that are set; missing fields are not cleared.
      return updateIssue(call, targetItem.item, {
        ...common,
        attributes: { ...shared, ...own } as AttributesRequest,
      });
    }
    case 'MergeRequest': {
      const own = pick({ target_branch, discussion_locked: attributes.discussion_locked });
      return updateMergeRequest(call, targetItem.item, {
        ...common,
        ...own,
        attributes: { ...shared, ...pick({ reviewer_ids }) },
      });
    }
    case 'Epic':
      if (target.level < REPORTER) return;
      return updateEpic(call, targetItem.item, { ...common, attributes: pick({ labels, parent_id }) });
  }
}

/** Removes undefined fields. */
function pick<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
