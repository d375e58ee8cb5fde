/** Entry point of the worker threads for large bodies. */
import { isForgeError } from '@forgemesh/errors';
import { handleRequests } from '@forgemesh/threads';
import type { RawParams } from '../params/nesting';
import { parseText, type TextKind } from './parse-text';

/** A body to parse. */
export interface ParseTask {
  kind: TextKind;
  blocks: Uint8Array[];
}

/** Its parameters, or the text of the 400 that refuses them: a thread cannot throw a ForgeError. */
export type ParseResult = { params: RawParams } | { refusal: string };

handleRequests(({ kind, blocks }: ParseTask): ParseResult => {
  try {
    return { params: parseText(kind, Buffer.concat(blocks)) };
  } catch (error) {
    if (isForgeError(error)) return { refusal: error.message };
    throw error;
  }
});
