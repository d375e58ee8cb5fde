/**
 * Runs the quick actions of a text: first one change of the item for all of them, then their other
 * effects.
 */
import { REPORTER } from '@forgemesh/access';
import { changeEpicBy } from '#items/epics/change-epic-by';
import type { AttributesRequest } from '#items/issues/changes/issue-attributes';
import { changeIssueBy } from '#items/issues/changes/change-issue-by';
import { itemStore } from '#items/model/item-stores';
import { changeMergeRequestBy } from '#items/merge-requests/changes/change-merge-request-by';
import type { CollaborationCall } from '#operation';
import type { ParsedAction } from './parse-quick-actions';
import { attempt, callForAction, type TargetItem, type ActionContext } from './quick-action';
import type { Noteable } from '#items/shared/noteable';

/** Actions that the caller may not perform are silently ignored. */
export async function runQuickActions(
  call: CollaborationCall,
  target: Noteable,
  parsed: readonly ParsedAction[],
): Promise<void> {
  const allowed = parsed.filter(({ action }) => target.level >= (action.level?.[target.type] ?? 0));
  if (allowed.length === 0) return;
  const item = (await itemStore(call.deps, target.type)?.find(target.id)) ?? null;
  const targetItem = item && ({ type: target.type, item } as TargetItem);
  const context: ActionContext = { call, target, targetItem, update: { attributes: {} } };
  for (const { action, argument } of allowed) await attempt(async () => action.change?.(context, argument));
  await attempt(() => change(context));
  for (const [index, { action, argument }] of allowed.entries())
    await attempt(async () => action.run?.({ ...context, call: callForAction(call, index) }, argument));
}

/** Changes the item through its update operation, with the same rights. */
async function change({ call, target, targetItem, update }: ActionContext): Promise<unknown> {
  const { attributes, target_branch, ...common } = update;
  const isEmpty = [attributes, common].every((fields) => Object.keys(fields).length === 0);
  if (!targetItem || (isEmpty && target_branch === undefined)) return;
  const { labels, parent_id, assignee_ids, milestone_id } = attributes;
  const shared = pick({ labels, assignee_ids, milestone_id });
  switch (targetItem.type) {
    case 'Issue': {
      const { due_date, weight, confidential, discussion_locked, epic_id } = attributes;
      const own = pick({ due_date, weight, confidential, discussion_locked, epic_id });
      // The update operations expect only the fields that are set; missing fields are not cleared.
      return changeIssueBy(call, targetItem.item, {
        ...common,
        attributes: { ...shared, ...own } as AttributesRequest,
      });
    }
    case 'MergeRequest': {
      const own = pick({ target_branch, discussion_locked: attributes.discussion_locked });
      return changeMergeRequestBy(call, targetItem.item, { ...common, ...own, attributes: shared });
    }
    case 'Epic':
      if (target.level < REPORTER) return;
      return changeEpicBy(call, targetItem.item, { ...common, attributes: pick({ labels, parent_id }) });
  }
}

/** Removes undefined fields. */
function pick<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
