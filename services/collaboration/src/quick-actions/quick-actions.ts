/** All quick actions by name. New ones are added to one of these lists. */
import { commitActions } from './commit-actions';
import { epicActions } from './epic-actions';
import { issueActions } from './issue-actions';
import { labelActions } from './label-actions';
import { mergeRequestActions } from './merge-request-actions';
import { peopleActions } from './people-actions';
import { planningActions } from './planning-actions';
import type { QuickAction } from './quick-action';
import { stateActions } from './state-actions';
import { textActions } from './text-actions';

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
