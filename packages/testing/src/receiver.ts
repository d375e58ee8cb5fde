/** An HTTP server that keeps what it is sent: the other side of what a mesh calls. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What was sent. */
export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read fields of any body
  body: any;
}

/** A receiver. */
export interface Receiver {
  url: string;
  received: ReceivedRequest[];
  /** The status that is answered from now on; `hang` for no answer at all. */
  answer(status: number | 'hang'): void;
  /** How many wait for an answer. */
  waiting(): number;
  close(): Promise<void>;
}

/** A local address that suites may allow without allowing the one that refusals are tested with. */
export const RECEIVER_HOST = '127.0.0.2';

/** What may differ from a receiver that only listens. */
export interface ReceiverOptions {
  /** Where an earlier one listened. */
  port?: number;
  /** Told of each request before it is answered. */
  onRequest?: (request: ReceivedRequest) => Promise<void>;
}

/** Starts a receiver that answers 200. */
export async function startReceiver({ port = 0, onRequest }: ReceiverOptions = {}): Promise<Receiver> {
  let status: number | 'hang' = 200;
  const received: ReceivedRequest[] = [];
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    const take = async (): Promise<void> => {
      const body = await text(request);
      const { url: path = '', headers } = request;
      const isJson = headers['content-type'] === 'application/json';
      const one = { path, headers, body: isJson ? (JSON.parse(body) as unknown) : body };
      received.push(one);
      await onRequest?.(one);
      if (status !== 'hang') response.writeHead(status).end('noted');
    };
    // A client that dies in the middle of a request has nobody to answer, and one whose request
    // cannot be taken sees that it is cut.
    take().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, RECEIVER_HOST, resolve));
  return {
    url: `http://${RECEIVER_HOST}:${(server.address() as AddressInfo).port}`,
    received,
    answer: (next) => (status = next),
    waiting: () => open.size,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
