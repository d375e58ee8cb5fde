/** The quick actions in texts; `compose.ts` connects the area that runs them. */
import type { Call } from '@forgemesh/rpc';
import type { NoteableType } from '#items/model';
import type { Noteable } from './noteable';

/** A text and its quick actions. */
export interface ParsedText {
  /** The text without the actions. */
  text: string;
  /**
   * Runs the actions on a target with the rights of the caller, who may not perform some of them:
   * those are ignored. Returns a sentence for each action: what it did, or that it was refused.
   * Null if the text has none.
   */
  run: ((call: Call<unknown>, target: Noteable) => Promise<string[]>) | null;
}

/** Separates the quick actions from a text that is written on or describes a target. */
export type ParseQuickActions = (text: string, type: NoteableType) => ParsedText;
