/**
 * Notes that consist of a single emoji become reactions; `compose.ts` connects the area that stores
 * them.
 */
import { emojiName } from '@forgemesh/markdown';
import type { AwardEmoji } from '@forgemesh/proto/collaboration/v1/award_emoji';
import type { Call, ResponseOf } from '@forgemesh/rpc';
import type { Noteable } from '#items/shared';

/** Reacts to a target; if the caller has the same reaction already, that one is returned. */
export type ReactWithNote = (call: Call<unknown>, target: Noteable, name: string) => Promise<ResponseOf<AwardEmoji>>;

/** Name of the emoji that a text consists of; null if it contains anything else. */
export function reactionIn(body: string): string | null {
  const text = body.trim();
  return /^:[^:\s]{1,100}:$/.test(text) ? emojiName(text) : null;
}
