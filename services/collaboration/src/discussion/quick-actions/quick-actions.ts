/** All quick actions by name. New ones are added to one of these lists. */
import { commitActions } from './actions/commit-actions';
import { epicActions } from './actions/epic-actions';
import { issueActions } from './actions/issue-actions';
import { labelActions } from './actions/label-actions';
import { mergeRequestActions } from './actions/merge-request-actions';
import { peopleActions } from './actions/people-actions';
import { planningActions } from './actions/planning-actions';
import type { QuickAction } from './quick-action';
import { stateActions } from './actions/state-actions';
import { textActions } from './actions/text-actions';

const all: readonly QuickAction[] = [
  ...commitActions,
  ...epicActions,
  ...issueActions,
  ...labelActions,
  ...mergeRequestActions,
  ...peopleActions,
  ...planningActions,
  ...stateActions,
  ...textActions,
];

export const quickActions: ReadonlyMap<string, QuickAction> = new Map(
  all.flatMap((action) => action.names.map((name) => [name, action] as const)),
);
