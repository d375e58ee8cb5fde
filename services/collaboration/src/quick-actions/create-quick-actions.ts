/** All quick actions. New ones are added to one of these lists. */
import type { AwardEmojiDeps } from '#discussion/award-emoji';
import type { NotesDeps } from '#discussion/notes';
import type { IssueMovesDeps } from '#items/issue-moves';
import type { MergeRequestsDeps } from '#items/merge-requests';
import type { PromotionsDeps } from '#items/promotions';
import type { ParseQuickActions } from '#items/shared';
import type { TodosDeps } from '#notifications/todos';
import type { LabelsDeps } from '#planning/labels';
import { callWith } from '#call';
import { applyUpdate } from './apply-update';
import { commitActions } from './commit-actions';
import { epicActions } from './epic-actions';
import { issueActions } from './issue-actions';
import { labelActions } from './label-actions';
import { mergeRequestActions } from './merge-request-actions';
import { parseQuickActions } from './parse-quick-actions';
import { peopleActions } from './people-actions';
import { planningActions } from './planning-actions';
import { bindActions } from './quick-action';
import { reactionActions } from './reaction-actions';
import { runQuickActions } from './run-quick-actions';
import { stateActions } from './state-actions';
import { textActions } from './text-actions';
import { todoActions } from './todo-actions';
import type { EpicsDeps } from '#items/epics';
import type { IssuesDeps } from '#items/issues';

/** Dependencies of the areas whose operations actions call; each list gets those of its area. */
type AreaDeps = AwardEmojiDeps &
  EpicsDeps &
  IssueMovesDeps &
  IssuesDeps &
  LabelsDeps &
  MergeRequestsDeps &
  NotesDeps &
  PromotionsDeps &
  TodosDeps;

/** Creates the function that finds and runs quick actions. */
export function createQuickActions(deps: () => AreaDeps): ParseQuickActions {
  const all = [
    ...bindActions(commitActions, deps),
    ...bindActions(epicActions, deps),
    ...bindActions(issueActions, deps),
    ...bindActions(labelActions, deps),
    ...bindActions(mergeRequestActions, deps),
    ...bindActions(peopleActions, deps),
    ...bindActions(planningActions, deps),
    ...bindActions(reactionActions, deps),
    ...bindActions(todoActions, deps),
    ...stateActions,
    ...textActions,
  ];
  const byName = new Map(all.flatMap((action) => action.names.map((name) => [name, action] as const)));
  return (text, type) => {
    const { text: rest, actions } = parseQuickActions(text, type, byName);
    if (actions.length === 0) return { text: rest, run: null };
    return {
      text: rest,
      run: (call, target) =>
        runQuickActions(callWith(call, deps()), target, {
          actions,
          applyUpdate: (context) => applyUpdate({ ...context, call: callWith(context.call, deps()) }),
        }),
    };
  };
}
