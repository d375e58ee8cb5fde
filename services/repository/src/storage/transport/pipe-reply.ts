/** Passes the reply of the transport to a client. */
import { randomUUID } from 'node:crypto';
import { ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { CONNECTION_HEADER } from '@forgemesh/git-engine';
import type { RelayConnection } from '@forgemesh/http';
import type { GitTransport } from './git-transport';

/** A reply whose client's connection is offered to the transport. */
export interface OfferedReply {
  /** Further headers of the request. */
  headers: OutgoingHttpHeaders;
  /** Like `pipeTo` of the reply; the transport may write a part of it. */
  pipeTo(target: Writable): Promise<void>;
}

/**
 * Offers the connection of a client to the transport: large content does not have to pass through
 * this process then. The client's response is written here up to its head, and ended here.
 */
export function offerClient(transport: GitTransport, relay: RelayConnection): OfferedReply {
  const name = randomUUID();
  let start: (target: Writable) => void = () => undefined;
  const started = new Promise<Writable>((resolve) => (start = resolve));
  const withdraw = transport.offerConnection(name, async (sentBytes) => {
    const target = await started;
    await relay.forwarded(sentBytes);
    return connectionOf(target);
  });
  relay.socket.once('close', withdraw);
  return {
    headers: { [CONNECTION_HEADER]: name },
    async pipeTo(target) {
      start(target);
      await (await relay.reply).pipeTo(target);
    },
  };
}

/** The connection of a response in chunks, unless its bytes have to be encrypted. */
function connectionOf(target: Writable): Socket | undefined {
  if (!(target instanceof ServerResponse) || target.req.httpVersion !== '1.1') return undefined;
  const { socket } = target;
  return socket instanceof Socket && !(socket instanceof TLSSocket) && !socket.destroyed ? socket : undefined;
}
