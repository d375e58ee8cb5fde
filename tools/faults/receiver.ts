// The receiver of the load's hook: an idempotent consumer, which knows a repeated delivery by its
// key and does nothing on it.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

/** A local address that the instance is told to allow. */
export const RECEIVER_HOST = '127.0.0.2';

/** What the hooks of all kinds of events have in common with those of pushes. */
export interface HookBody {
  ref: string;
  before: string;
  after: string;
  object_attributes: { id: number; action?: string };
}

export interface Receiver {
  url: string;
  /** What was told, once for each key. */
  effects: { event: string; body: HookBody }[];
  /** Deliveries whose key was known. */
  repeats: () => number;
  close: () => Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const known = new Set();
  const effects: Receiver['effects'] = [];
  let repeats = 0;
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse(await text(request)) as HookBody;
    const { 'idempotency-key': key, 'x-gitlab-event': event } = request.headers;
    if (known.has(key)) repeats++;
    else effects.push({ event: String(event), body });
    known.add(key);
    response.writeHead(200).end();
  };
  // What a sender that died left unfinished was not received.
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()));
  await new Promise((resolve) => server.listen(0, RECEIVER_HOST, () => resolve(undefined)));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${RECEIVER_HOST}:${port}/`,
    effects,
    repeats: () => repeats,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
