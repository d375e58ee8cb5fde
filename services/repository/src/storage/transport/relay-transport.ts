/**
 * Relays the requests of git clients that the gateway of the same process has received: straight to
 * the transport, without a connection between the two.
 */
import type { Writable } from 'node:stream';
import { NotFoundError } from '@forgemesh/errors';
import type { LocalRelay, LocalRelayRequest } from '@forgemesh/service';
import { openRelay, type RelayedRequest } from '@forgemesh/http';
import { admitRequest, isRefusal, presentRefusal, refusalOf, type Refusal } from './admit-request';
import { readGitUrl } from './git-url';
import { offerClient } from './pipe-reply';
import type { TransportDeps } from './deps';

/** Creates the relay. */
export function relayTransport(deps: TransportDeps): LocalRelay {
  return async (request) => {
    try {
      return await open(deps, request);
    } catch (error) {
      request.signal.throwIfAborted();
      return refused(refusalOf(deps, error));
    }
  };
}

async function open(
  deps: TransportDeps,
  { method, path, headers, context, signal }: LocalRelayRequest,
): Promise<RelayedRequest> {
  const url = readGitUrl(path);
  // A session is no request that is answered once.
  if (url?.protocol !== 'http') throw new NotFoundError();
  const admitted = await admitRequest(deps, context, url, headers);
  if (isRefusal(admitted)) return refused(admitted);
  const relay = await openRelay({ host: '127.0.0.1', port: admitted.port });
  relay.socket.once('close', deps.activity.startReading(admitted.repo));
  const abort = (): void => relay.destroy();
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  signal.throwIfAborted();
  const { headers: further, pipeTo } = offerClient(deps.transport, relay);
  const sent = { ...admitted.headers, ...further };
  const body = relay.send({ method, path: admitted.path, host: 'localhost', headers: sent });
  // A transport that is lost before it replies is a refusal.
  const reply = relay.reply.then(
    ({ status, headers: received }) => ({ status, headers: received, pipeTo }),
    (error: unknown) => {
      signal.throwIfAborted();
      return refused(refusalOf(deps, error)).reply;
    },
  );
  return { body, reply, destroy: () => relay.destroy() };
}

function refused(refusal: Refusal): RelayedRequest {
  const { headers, body } = presentRefusal(refusal);
  const reply = {
    status: refusal.status,
    headers,
    pipeTo: (target: Writable) => Promise.resolve(void target.write(body)),
  };
  return { body: undefined, reply: Promise.resolve(reply), destroy: () => undefined };
}
