/**
 * What quick actions are: lines of a text (`/close`, `/label ~bug`) that do what an operation does,
 * with the same rights.
 */
import { ForgeError } from '@forgemesh/errors';
import { Call } from '@forgemesh/rpc';
import type { EpicDocument } from '../../items/epics/epic.model';
import type { IssueDocument } from '../../items/issues/issue.model';
import type { MergeRequestDocument } from '../../items/merge-requests/merge-request.model';
import type { NoteableType } from '../notes/note.model';
import type { Noteable } from '../notes/noteable';
import type { CollaborationCall } from '../../operation';

/** A change of an item, as far as the operations that change items have it in common. */
export interface ItemUpdate {
  title?: string;
  state_event?: 'close' | 'reopen';
  add_labels?: string[];
  remove_labels?: string[];
  target_branch?: string;
  attributes: {
    labels?: string[];
    assignee_ids?: number[];
    /** 0 for none. */
    milestone_id?: number;
    due_date?: string | null;
    confidential?: boolean;
    discussion_locked?: boolean;
    weight?: number | null;
    /** 0 for none. */
    epic_id?: number;
    /** 0 for none. */
    parent_id?: number;
  };
}

/** The item that is acted on, as it was before. */
export type ActedItem =
  | { type: 'Issue'; item: IssueDocument }
  | { type: 'MergeRequest'; item: MergeRequestDocument }
  | { type: 'Epic'; item: EpicDocument };

/** Where an action happens. */
export interface ActionContext {
  call: CollaborationCall;
  target: Noteable;
  /** Null for what is no item. */
  acted: ActedItem | null;
  /** What all actions of a text change together. */
  update: ItemUpdate;
}

/** One action. It has one of `text`, `change` and `act`. */
export interface QuickAction {
  /** Its name and other names. */
  names: readonly string[];
  /** What it is for. */
  on: readonly NoteableType[];
  /** Least level of whoever may, where the operation declares one. */
  level?: Partial<Record<NoteableType, number>>;
  /** What stands in the text instead of the line. */
  text?(argument: string): string;
  /** Adds to the change of the item. */
  change?(context: ActionContext, argument: string): Promise<void> | void;
  /** Does what is no change of the item. */
  act?(context: ActionContext, argument: string): Promise<unknown>;
}

export const ITEMS: readonly NoteableType[] = ['Issue', 'MergeRequest', 'Epic'];
/** Items of projects. */
export const PROJECT_ITEMS: readonly NoteableType[] = ['Issue', 'MergeRequest'];

/** An action that is refused does nothing; what is away fails the call. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ForgeError) || error.reason === 'unavailable') throw error;
  }
}

/** Each action is a write of its own, which a repeated call repeats under the same id. */
export function callOf(call: CollaborationCall, index: number): CollaborationCall {
  const { context, deps, log, signal, ifUnmodifiedSince } = call;
  if (call.operationId === undefined) return call;
  const own = { ...context, operation_id: `${call.operationId}/${index}` };
  return new Call(own, deps, log, signal, ifUnmodifiedSince);
}
