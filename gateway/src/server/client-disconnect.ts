/** Abort signal of a client that disconnects before its response is complete. */
import type { Writable } from 'node:stream';

/** One error for all: an error per abort would record a stack each time. */
const reason = new Error('the client has disconnected');

/** Returns a signal that is aborted when the stream to the client closes before it is finished. */
export function signalOnDisconnect(response: Writable): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort(reason);
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(reason);
  });
  return controller.signal;
}

/** Returns a signal that is aborted when all of the given ones are. */
export function signalOnLastAbort(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  let connected = signals.length;
  const remove = (): void => {
    if (--connected === 0) controller.abort(reason);
  };
  for (const signal of signals) {
    if (signal.aborted) remove();
    else signal.addEventListener('abort', remove, { once: true });
  }
  return controller.signal;
}
