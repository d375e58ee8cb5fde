/** Answers that are passed on as they come. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Ends the client's connection where the other side goes away in the middle of its answer: else he would wait for the rest for ever. */
export function closeOnAbort(origin: IncomingMessage, response: ServerResponse): void {
  origin.once('close', () => {
    if (!origin.complete) response.destroy();
  });
}
