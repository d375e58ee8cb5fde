import { REPORTER } from '@forgemesh/access';
import { BadRequestError, NotFoundError } from '@forgemesh/errors';
import { promoteIssue, type PromotionsDeps } from '#items/promotions';
import { linkIssues } from '#items/issue-links';
import { epicIdOf, markDuplicate } from '#items/issues';
import { type IssueMovesDeps, moveIssueToProject } from '#items/issue-moves';
import { canAdminIssues, subjectOf } from '#access';
import { referencesIn } from '#texts';
import { type ReferencedItem, type ReferencesDeps, resolveItems } from '#items/references';
import { parseDay } from './parse-day';
import { attempt, callForAction, PROJECT_ITEMS, type ActionContext, type QuickAction } from './quick-action';
import { readLabelsById } from '#planning/labels';

/** Quick actions on issues, and those that copy from other items. */
export const issueActions: readonly QuickAction<IssueMovesDeps & PromotionsDeps>[] = [
  {
    names: ['due'],
    done: (argument) => `Set the due date to ${argument}.`,
    on: ['Issue'],
    change: ({ update }, argument) => {
      update.attributes.due_date = parseDay(argument);
    },
  },
  {
    names: ['remove_due_date'],
    done: () => 'Removed the due date.',
    on: ['Issue'],
    change: ({ update }) => {
      update.attributes.due_date = null;
    },
  },
  {
    names: ['confidential'],
    done: () => 'Made the issue confidential.',
    on: ['Issue'],
    change: ({ update }) => {
      update.attributes.confidential = true;
    },
  },
  {
    names: ['weight'],
    done: (argument) => `Set the weight to ${argument}.`,
    on: ['Issue'],
    change: ({ update }, argument) => {
      if (!/^\d{1,9}$/.test(argument)) throw new BadRequestError('invalid weight');
      update.attributes.weight = Number(argument);
    },
  },
  {
    names: ['clear_weight'],
    done: () => 'Removed the weight.',
    on: ['Issue'],
    change: ({ update }) => {
      update.attributes.weight = null;
    },
  },
  {
    names: ['duplicate'],
    done: (argument) => `Closed as a duplicate of ${argument}.`,
    on: ['Issue'],
    async run(context, argument) {
      const [other] = await findReferencedItems(context, argument);
      if (other?.type !== 'Issue' || other.item._id === context.target.id) throw new NotFoundError('Issue');
      if (context.targetItem?.type === 'Issue') await markDuplicate(context.call, context.targetItem.item, other.item);
    },
  },
  {
    names: ['relate'],
    done: (argument) => `Related to ${argument}.`,
    on: ['Issue'],
    level: { Issue: REPORTER },
    async run({ call, target, targetItem }, argument) {
      if (targetItem?.type !== 'Issue' || !canAdminIssues(call.resource('id'))) return;
      for (const [index, other] of (await findReferencedItems({ call, target }, argument)).entries()) {
        const isAnother = other.type === 'Issue' && other.item._id !== targetItem.item._id;
        if (isAnother && canAdminIssues(other.resource))
          await attempt(() => linkIssues(callForAction(call, index), targetItem.item, other.item));
      }
    },
  },
  {
    names: ['move'],
    done: (argument) => `Moved to ${argument}.`,
    on: ['Issue'],
    level: { Issue: REPORTER },
    async run({ call, targetItem }, path) {
      if (targetItem?.type === 'Issue' && path !== '') await moveIssueToProject(call, targetItem.item, path);
    },
  },
  {
    names: ['promote'],
    done: () => 'Promoted to an epic.',
    on: ['Issue'],
    level: { Issue: REPORTER },
    async run({ call, targetItem }) {
      if (targetItem?.type === 'Issue') await promoteIssue(call, targetItem.item);
    },
  },
  {
    names: ['epic'],
    done: (argument) => `Added to the epic ${argument}.`,
    on: ['Issue'],
    level: { Issue: REPORTER },
    async change(context, argument) {
      const [named] = await findReferencedItems(context, argument);
      const id = named?.type === 'Epic' ? await epicIdOf(context.call, { epic_id: named.item._id }) : null;
      if (!id) throw new NotFoundError('Epic');
      context.update.attributes.epic_id = id;
    },
  },
  {
    names: ['remove_epic'],
    done: () => 'Removed from its epic.',
    on: ['Issue'],
    change: ({ update }) => {
      update.attributes.epic_id = 0;
    },
  },
  {
    names: ['copy_metadata'],
    done: (argument) => `Copied labels and milestone of ${argument}.`,
    on: PROJECT_ITEMS,
    async change(context, argument) {
      const [other] = await findReferencedItems(context, argument);
      if (!other || other.type === 'Epic') throw new NotFoundError();
      const { update, call } = context;
      const labels = await readLabelsById(call.deps, other.item.label_ids);
      update.add_labels = [...(update.add_labels ?? []), ...[...labels.values()].map(({ title }) => title)];
      if (other.item.milestone_id !== null) update.attributes.milestone_id = other.item.milestone_id;
    },
  },
];

/** The items that a text refers to and that the caller may read. */
function findReferencedItems(
  { call, target }: Pick<ActionContext<ReferencesDeps>, 'call' | 'target'>,
  argument: string,
): Promise<ReferencedItem[]> {
  const references = referencesIn(argument, call.deps.instance.urls.base);
  return resolveItems(call.deps, references, { scope: target, subject: subjectOf(call) });
}
