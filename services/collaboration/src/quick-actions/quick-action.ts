/**
 * Types of quick actions: lines of a text (`/close`, `/label ~bug`) that do what an operation does,
 * with the same rights.
 */
import { ForgeError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { EpicDocument, IssueDocument, MergeRequestDocument, NoteableType } from '#items/model';
import type { Noteable } from '#items/shared';
import { callForWrite, callWith } from '#call';

/** A change of an item, in the form that the update operations share. */
export interface ItemUpdate {
  title?: string;
  state_event?: 'close' | 'reopen';
  add_labels?: string[];
  remove_labels?: string[];
  target_branch?: string;
  attributes: {
    labels?: string[];
    assignee_ids?: number[];
    reviewer_ids?: number[];
    /** 0 removes it. */
    milestone_id?: number;
    due_date?: string | null;
    confidential?: boolean;
    discussion_locked?: boolean;
    weight?: number | null;
    /** 0 removes it. */
    epic_id?: number;
    /** 0 removes it. */
    parent_id?: number;
  };
}

/** The item that actions apply to, as it was before them. */
export type TargetItem =
  | { type: 'Issue'; item: IssueDocument }
  | { type: 'MergeRequest'; item: MergeRequestDocument }
  | { type: 'Epic'; item: EpicDocument };

/** The call and the target of an action that needs the dependencies `Deps`. */
export interface ActionContext<Deps = unknown> {
  call: Call<Deps>;
  target: Noteable;
  /** Null if the target is not an item. */
  targetItem: TargetItem | null;
  /** The change of the item that the actions of a text build up together. */
  update: ItemUpdate;
}

/** A quick action. It has one of `text`, `change` and `run`. */
export interface QuickAction<Deps = unknown> {
  /** Its name and aliases. */
  names: readonly string[];
  /** A sentence about what it did, with the argument as it was written. */
  done(argument: string): string;
  /** The types of targets that it applies to. */
  on: readonly NoteableType[];
  /** Minimum level of the caller, if the operation declares one. */
  level?: Partial<Record<NoteableType, number>>;
  /** The text that replaces the line. */
  text?(argument: string): string;
  /** Adds to the change of the item. */
  change?(context: ActionContext<Deps>, argument: string): Promise<void> | void;
  /** Does anything other than changing the item. */
  run?(context: ActionContext<Deps>, argument: string): Promise<unknown>;
}

/** The actions, with the dependencies of the area whose operations they call. */
export function bindActions<Deps>(actions: readonly QuickAction<Deps>[], deps: () => Deps): QuickAction[] {
  const own = (context: ActionContext): ActionContext<Deps> => ({ ...context, call: callWith(context.call, deps()) });
  return actions.map(({ change, run, ...action }) => ({
    ...action,
    ...(change && { change: (context: ActionContext, argument: string) => change(own(context), argument) }),
    ...(run && { run: (context: ActionContext, argument: string) => run(own(context), argument) }),
  }));
}

export const ITEMS: readonly NoteableType[] = ['Issue', 'MergeRequest', 'Epic'];
/** Items of projects. */
export const PROJECT_ITEMS: readonly NoteableType[] = ['Issue', 'MergeRequest'];

/**
 * Ignores refusals of an action; an unavailable service fails the call. Returns whether it
 * succeeded.
 */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof ForgeError) || error.reason === 'unavailable') throw error;
    return false;
  }
}

/**
 * A call with an operation id of its own for each action, which is the same when the write is
 * repeated.
 */
export function callForAction<Deps>(call: Call<Deps>, index: number): Call<Deps> {
  return call.operationId === undefined ? call : callForWrite(call, `${call.operationId}/${index}`);
}
