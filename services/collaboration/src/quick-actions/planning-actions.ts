import { DEVELOPER, REPORTER } from '@forgemesh/access';
import { BadRequestError, NotFoundError } from '@forgemesh/errors';
import type { ProjectItemDocument } from '#items/model';
import type { SpentTimeChange } from '#items/shared';
import { changeIssueTime, changeMergeRequestTime, estimateOf, spentOf, withSpent } from '#items/time-tracking';
import type { IssuesDeps } from '#items/issues';
import { labelsInScope, projectScope } from '#planning/labels';
import type { MergeRequestsDeps } from '#items/merge-requests';
import { referencesIn } from '#texts';
import { parseDay } from './parse-day';
import { PROJECT_ITEMS, type ActionContext, type QuickAction } from './quick-action';
import type { ReferencesDeps } from '#items/references';

/** The levels that the time tracking operations declare. */
const timeLevel = { Issue: REPORTER, MergeRequest: DEVELOPER };
type Times = Partial<Pick<ProjectItemDocument, 'time_estimate' | 'total_time_spent' | 'spent_operation_ids'>>;

/** Quick actions on milestones and time tracking. */
export const planningActions: readonly QuickAction<IssuesDeps & MergeRequestsDeps>[] = [
  {
    names: ['milestone'],
    done: (argument) => `Set the milestone to ${argument}.`,
    on: PROJECT_ITEMS,
    async change(context, argument) {
      context.update.attributes.milestone_id = await milestoneIn(context, argument);
    },
  },
  {
    names: ['remove_milestone'],
    done: () => 'Removed the milestone.',
    on: PROJECT_ITEMS,
    change: ({ update }) => {
      update.attributes.milestone_id = 0;
    },
  },
  {
    names: ['estimate'],
    done: (argument) => `Set the time estimate to ${argument}.`,
    on: PROJECT_ITEMS,
    level: timeLevel,
    async run(context, argument) {
      const estimate = estimateOf(argument);
      await changeTimes(context, () => ({ time_estimate: estimate }));
    },
  },
  {
    names: ['remove_estimate'],
    done: () => 'Removed the time estimate.',
    on: PROJECT_ITEMS,
    level: timeLevel,
    run: (context) => changeTimes(context, () => ({ time_estimate: 0 })),
  },
  {
    names: ['spend'],
    done: (argument) => `Added time spent: ${argument}.`,
    on: PROJECT_ITEMS,
    level: timeLevel,
    async run(context, argument) {
      const { duration, ...spent } = spentOn(argument);
      const seconds = spentOf(duration);
      await changeTimes(context, (item) => withSpent(item, seconds, context.call.operationId), spent);
    },
  },
  {
    names: ['remove_time_spent'],
    done: () => 'Removed the time spent.',
    on: PROJECT_ITEMS,
    level: timeLevel,
    run: (context) => changeTimes(context, () => ({ total_time_spent: 0 }), { spent_reset: true }),
  },
];

async function changeTimes(
  { call, targetItem }: ActionContext<IssuesDeps & MergeRequestsDeps>,
  compute: (item: ProjectItemDocument) => Times | null,
  spent: SpentTimeChange = {},
): Promise<void> {
  if (targetItem?.type === 'Issue') await changeIssueTime(call, targetItem.item.iid, compute, spent);
  if (targetItem?.type === 'MergeRequest') await changeMergeRequestTime(call, targetItem.item.iid, compute, spent);
}

/**
 * Splits `2h 30m 2030-01-31` into duration and day; the day is omitted if it is today. Throws
 * BadRequestError for a day in the future.
 */
function spentOn(argument: string): { duration: string; spent_at?: string } {
  const [, duration, day] = /^(.*\S)\s+(\d{4}-\d\d-\d\d)$/.exec(argument) ?? [];
  if (duration === undefined || day === undefined) return { duration: argument };
  const today = parseDay('today');
  if (parseDay(day) > today) throw new BadRequestError('date in the future');
  return day === today ? { duration } : { duration, spent_at: day };
}

/** The milestone that `%1`, `%title` or `%"a title"` refers to in the project. */
async function milestoneIn(
  { call }: ActionContext<Pick<ReferencesDeps, 'planning'>>,
  argument: string,
): Promise<number> {
  const named = referencesIn(argument).find(({ kind, path }) => kind === 'milestone' && path === null);
  if (!named) throw new BadRequestError('invalid milestone');
  const scope = projectScope(call);
  const isNumber = !named.is_quoted && /^\d{1,10}$/.test(named.name);
  const filter = isNumber
    ? { project_id: scope.project_id, iid: Number(named.name) }
    : { $and: [labelsInScope(scope) as Record<string, unknown>, { title: named.name }] };
  const found = await call.deps.planning.milestones.model.findOne(filter, { _id: 1 }).lean<{ _id: number }>();
  if (!found) throw new NotFoundError('Milestone');
  return found._id;
}
