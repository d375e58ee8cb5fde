// The receiver of the hook: an idempotent consumer, which ignores repeated deliveries by their key.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

/** A local address that the instance is configured to allow. */
export const RECEIVER_HOST = '127.0.0.2';

/** Fields used from the bodies of push and other hooks. */
export interface HookBody {
  ref: string;
  before: string;
  after: string;
  object_attributes: { id: number; action?: string };
}

export interface Receiver {
  url: string;
  /** First delivery of each key. */
  effects: { event: string; body: HookBody }[];
  /** Number of deliveries with a key received before. */
  redeliveries: () => number;
  close: () => Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const receivedKeys = new Set();
  const effects: Receiver['effects'] = [];
  let redeliveries = 0;
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse(await text(request)) as HookBody;
    const { 'idempotency-key': key, 'x-gitlab-event': event } = request.headers;
    if (receivedKeys.has(key)) redeliveries++;
    else effects.push({ event: String(event), body });
    receivedKeys.add(key);
    response.writeHead(200).end();
  };
  // A delivery that its sender did not complete is ignored.
  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()));
  await new Promise((resolve) => server.listen(0, RECEIVER_HOST, () => resolve(undefined)));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${RECEIVER_HOST}:${port}/`,
    effects,
    redeliveries: () => redeliveries,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
