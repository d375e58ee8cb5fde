/** Whether the client of a request is still there. Lighter than an AbortController, which makes an error with its stack at every abort. */
import type { Writable } from 'node:stream';

/** A client that may go away. */
export interface HangUp {
  isGone: boolean;
  /** Called when the client goes before its answer is sent. */
  onGone: (() => void) | undefined;
}

/** Watches the client of a response, or of whatever else he is answered through. */
export function watchHangUp(response: Writable): HangUp {
  const hangUp: HangUp = { isGone: response.destroyed, onGone: undefined };
  response.once('close', () => {
    if (response.writableFinished) return;
    hangUp.isGone = true;
    hangUp.onGone?.();
  });
  return hangUp;
}
