import { DEVELOPER, REPORTER } from '@forgemesh/access';
import { BadRequestError } from '@forgemesh/errors';
import { readLabelsById } from '../../items/shared/lists/around-items';
import { promoteIssue } from '../../items/epics/promote-issue';
import { linkIssues } from '../../items/issue-links/operations/create-issue-link';
import { createMergeRequestOf } from '../../items/issues/create-merge-request-of';
import { epicIdOf } from '../../items/issues/epic-of-issue';
import { markDuplicate } from '../../items/issues/duplicates/mark-duplicate';
import { continueElsewhere } from '../../items/issues/operations/move-issue';
import { mayAdminIssues } from '../../access/policy';
import { subjectOf } from '../../access/readable';
import { referencesIn } from '../references/parse-references';
import { resolveItems, type NamedItem } from '../references/resolve-items';
import { dayOf } from './days';
import { attempt, callOf, PROJECT_ITEMS, type ActionContext, type QuickAction } from './quick-action';

/** Quick actions on issues, and those that copy from other items. */
export const issueActions: readonly QuickAction[] = [
  {
    names: ['due'],
    on: ['Issue'],
    change: ({ update }, argument) => {
      update.attributes.due_date = dayOf(argument);
    },
  },
  {
    names: ['remove_due_date'],
    on: ['Issue'],
    change: ({ update }) => {
      update.attributes.due_date = null;
    },
  },
  {
    names: ['confidential'],
    on: ['Issue'],
    change: ({ update }) => {
      update.attributes.confidential = true;
    },
  },
  {
    names: ['weight'],
    on: ['Issue'],
    change: ({ update }, argument) => {
      if (!/^\d{1,9}$/.test(argument)) throw new BadRequestError('no weight');
      update.attributes.weight = Number(argument);
    },
  },
  {
    names: ['clear_weight'],
    on: ['Issue'],
    change: ({ update }) => {
      update.attributes.weight = null;
    },
  },
  {
    names: ['duplicate'],
    on: ['Issue'],
    async act(context, argument) {
      const [other] = await namedBy(context, argument);
      const isAnother = other?.type === 'Issue' && other.item._id !== context.target.id;
      if (isAnother && context.acted?.type === 'Issue')
        await markDuplicate(context.call, context.acted.item, other.item);
    },
  },
  {
    names: ['relate'],
    on: ['Issue'],
    level: { Issue: REPORTER },
    async act({ call, target, acted }, argument) {
      if (acted?.type !== 'Issue' || !mayAdminIssues(call.resource('id'))) return;
      for (const [index, other] of (await namedBy({ call, target }, argument)).entries()) {
        const isAnother = other.type === 'Issue' && other.item._id !== acted.item._id;
        if (isAnother && mayAdminIssues(other.place))
          await attempt(() => linkIssues(callOf(call, index), acted.item, other.item));
      }
    },
  },
  {
    names: ['move'],
    on: ['Issue'],
    level: { Issue: REPORTER },
    async act({ call, acted }, path) {
      if (acted?.type === 'Issue' && path !== '') await continueElsewhere(call, acted.item, path);
    },
  },
  {
    names: ['create_merge_request'],
    on: ['Issue'],
    level: { Issue: DEVELOPER },
    async act({ call, acted }, branch) {
      if (acted?.type === 'Issue') await createMergeRequestOf(call, acted.item, branch);
    },
  },
  {
    names: ['promote'],
    on: ['Issue'],
    level: { Issue: REPORTER },
    async act({ call, acted }) {
      if (acted?.type === 'Issue') await promoteIssue(call, acted.item);
    },
  },
  {
    names: ['epic'],
    on: ['Issue'],
    level: { Issue: REPORTER },
    async change(context, argument) {
      const [named] = await namedBy(context, argument);
      const id = named?.type === 'Epic' ? await epicIdOf(context.call, { epic_id: named.item._id }) : null;
      if (id) context.update.attributes.epic_id = id;
    },
  },
  {
    names: ['remove_epic'],
    on: ['Issue'],
    change: ({ update }) => {
      update.attributes.epic_id = 0;
    },
  },
  {
    names: ['copy_metadata'],
    on: PROJECT_ITEMS,
    async change(context, argument) {
      const [other] = await namedBy(context, argument);
      if (!other || other.type === 'Epic') return;
      const { update, call } = context;
      const labels = await readLabelsById(call.deps, other.item.label_ids);
      update.add_labels = [...(update.add_labels ?? []), ...[...labels.values()].map(({ title }) => title)];
      if (other.item.milestone_id !== null) update.attributes.milestone_id = other.item.milestone_id;
    },
  },
];

/** The items that a text refers to and that the caller may read. */
function namedBy({ call, target }: Pick<ActionContext, 'call' | 'target'>, argument: string): Promise<NamedItem[]> {
  const references = referencesIn(argument, call.deps.urls.base);
  return resolveItems(call.deps, references, { place: target, subject: subjectOf(call) });
}
