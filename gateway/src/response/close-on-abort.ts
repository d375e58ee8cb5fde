/** Responses that are streamed from another server. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Closes the client's connection if the origin closes before its response is complete: otherwise
 * the client would wait forever.
 */
export function closeOnAbort(origin: IncomingMessage, response: ServerResponse): void {
  origin.once('close', () => {
    if (!origin.complete) response.destroy();
  });
}
