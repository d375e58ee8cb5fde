/** Clients that send `Expect: 100-continue` and wait before they send a body. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Lets such a client continue when something starts to read the body, so that it sends none for a
 * request that is refused before.
 */
export function continueOnRead(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue();
    });
    server.emit('request', request, response);
  });
}
