/** An HTTP server that records the requests that a mesh sends, such as webhooks. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A received request. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read fields of any body
  body: any;
}

/** A receiver. */
export interface Receiver {
  url: string;
  received: ReceivedRequest[];
  /** Sets the response status for further requests; `hang` for no response. */
  respondWith(status: number | 'hang'): void;
  /** Returns the number of requests without a response. */
  waiting(): number;
  close(): Promise<void>;
}

/** A local address that suites may allow without allowing the one that refusals are tested with. */
export const RECEIVER_HOST = '127.0.0.2';

/** Options of a receiver. */
export interface ReceiverOptions {
  /** Port of an earlier receiver. */
  port?: number;
  /** Called for each request before the response. */
  onRequest?: (request: ReceivedRequest) => Promise<void>;
}

/** Starts a receiver that responds with 200. */
export async function startReceiver({ port = 0, onRequest }: ReceiverOptions = {}): Promise<Receiver> {
  let status: number | 'hang' = 200;
  const received: ReceivedRequest[] = [];
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    const take = async (): Promise<void> => {
      const body = await text(request);
      const { method = '', url: path = '', headers } = request;
      const isJson = headers['content-type'] === 'application/json';
      const one = { method, path, headers, body: isJson ? (JSON.parse(body) as unknown) : body };
      received.push(one);
      await onRequest?.(one);
      if (status !== 'hang') response.writeHead(status).end('noted');
    };
    // A client that dies during a request receives no response; if `onRequest` fails, the client
    // sees a closed connection.
    take().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, RECEIVER_HOST, resolve));
  return {
    url: `http://${RECEIVER_HOST}:${(server.address() as AddressInfo).port}`,
    received,
    respondWith: (next) => (status = next),
    waiting: () => open.size,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
