/**
 * Runs the quick actions of a text: first one change of the item for all of them, then their other
 * effects.
 */
import { itemStore, type ModelDeps } from '#items/model';
import type { ParsedAction } from './parse-quick-actions';
import { attempt, callForAction, type TargetItem, type ActionContext } from './quick-action';
import type { Noteable } from '#items/shared';
import type { Call } from '@forgemesh/rpc';

/** The actions of a text. */
export interface QuickActionRun {
  actions: readonly ParsedAction[];
  /** Changes the item as the actions require together. */
  applyUpdate: (context: ActionContext) => Promise<unknown>;
}

/** Actions that the caller may not perform are silently ignored. */
export async function runQuickActions(
  call: Call<ModelDeps>,
  target: Noteable,
  { actions, applyUpdate }: QuickActionRun,
): Promise<void> {
  const allowed = actions.filter(({ action }) => target.level >= (action.level?.[target.type] ?? 0));
  if (allowed.length === 0) return;
  const item = (await itemStore(call.deps, target.type)?.find(target.id)) ?? null;
  const targetItem = item && ({ type: target.type, item } as TargetItem);
  const context: ActionContext = { call, target, targetItem, update: { attributes: {} } };
  for (const { action, argument } of allowed) await attempt(async () => action.change?.(context, argument));
  await attempt(() => applyUpdate(context));
  for (const [index, { action, argument }] of allowed.entries())
    await attempt(async () => action.run?.({ ...context, call: callForAction(call, index) }, argument));
}
