// The receiver of the load's hook: an idempotent consumer, which knows a repeated delivery by its key and does nothing on it.

import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** A local address that the instance is told to allow. */
export const RECEIVER_HOST = '127.0.0.2';

/**
 * @typedef {object} Receiver
 * @property {string} url
 * @property {{ event: string, body: any }[]} effects what was told, once for each key
 * @property {() => number} repeats deliveries whose key was known
 * @property {() => Promise<void>} close
 */

/** @returns {Promise<Receiver>} */
export async function startReceiver() {
  const known = new Set();
  /** @type {Receiver['effects']} */
  const effects = [];
  let repeats = 0;
  const take = async (
    /** @type {import('node:http').IncomingMessage} */ request,
    /** @type {import('node:http').ServerResponse} */ response,
  ) => {
    const body = JSON.parse(await text(request));
    const { 'idempotency-key': key, 'x-gitlab-event': event } = request.headers;
    if (known.has(key)) repeats++;
    else effects.push({ event: String(event), body });
    known.add(key);
    response.writeHead(200).end();
  };
  // What a sender that died left unfinished was not received.
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()));
  await new Promise((resolve) => server.listen(0, RECEIVER_HOST, () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
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
