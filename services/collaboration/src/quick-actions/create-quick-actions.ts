import { callWith } from '#operation';
import type { Collaboration } from '#deps';
import type { ParseQuickActions } from '#items/shared/quick-actions';
import { parseQuickActions } from './parse-quick-actions';
import { runQuickActions } from './run-quick-actions';

/** Creates the function that finds and runs quick actions. */
export function createQuickActions(deps: () => Collaboration): ParseQuickActions {
  return (text, type) => {
    const { text: rest, actions } = parseQuickActions(text, type);
    if (actions.length === 0) return { text: rest, run: null };
    return { text: rest, run: (call, target) => runQuickActions(callWith(call, deps()), target, actions) };
  };
}
