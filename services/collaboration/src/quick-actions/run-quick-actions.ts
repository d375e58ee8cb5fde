/**
 * Runs the quick actions of a text: first one change of the item for all of them, then their other
 * effects.
 */
import { itemStore, type ModelDeps } from '#items/model';
import type { ParsedAction } from './parse-quick-actions';
import { attempt, callForAction, type TargetItem, type ActionContext } from './quick-action';
import type { Noteable } from '#items/shared';
import type { Call } from '@forgemesh/rpc';

/** Maximum length of a shown argument, in UTF-16 units. */
const MAX_SHOWN = 200;

/** The actions of a text. */
export interface QuickActionRun {
  actions: readonly ParsedAction[];
  /** Changes the item as the actions require together. */
  applyUpdate: (context: ActionContext) => Promise<unknown>;
}

/**
 * Actions that the caller may not perform are ignored. Returns a sentence for each action: what it
 * did, or that it was refused.
 */
export async function runQuickActions(
  call: Call<ModelDeps>,
  target: Noteable,
  { actions, applyUpdate }: QuickActionRun,
): Promise<string[]> {
  const isAllowed = ({ action }: ParsedAction): boolean => target.level >= (action.level?.[target.type] ?? 0);
  const allowed = actions.filter(isAllowed);
  const refused = new Set(actions.filter((action) => !isAllowed(action)));
  if (allowed.length === 0) return summaryOf(actions, refused);
  const item = (await itemStore(call.deps, target.type)?.find(target.id)) ?? null;
  const targetItem = item && ({ type: target.type, item } as TargetItem);
  const context: ActionContext = { call, target, targetItem, update: { attributes: {} } };
  for (const parsed of allowed)
    if (!(await attempt(async () => parsed.action.change?.(context, parsed.argument)))) refused.add(parsed);
  const isUpdated = await attempt(() => applyUpdate(context));
  for (const parsed of isUpdated ? [] : allowed) if (parsed.action.change) refused.add(parsed);
  for (const [index, parsed] of allowed.entries()) {
    const own = { ...context, call: callForAction(call, index) };
    if (!(await attempt(async () => parsed.action.run?.(own, parsed.argument)))) refused.add(parsed);
  }
  return summaryOf(actions, refused);
}

function summaryOf(actions: readonly ParsedAction[], refused: ReadonlySet<ParsedAction>): string[] {
  return actions.map((parsed) => {
    const { action, argument } = parsed;
    return refused.has(parsed)
      ? `/${action.names[0] ?? ''} was not possible.`
      : action.done(argument.slice(0, MAX_SHOWN));
  });
}
