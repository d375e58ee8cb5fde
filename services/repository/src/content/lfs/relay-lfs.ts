/** Handles the requests of LFS clients that the gateway of the same process has received. */
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LocalRelay } from '@forgemesh/service';
import type { LfsDeps } from './deps';
import { handleLfs } from './protocol/handle-lfs';
import { readLfsUrl } from './protocol/lfs-url';
import { RelayedBody } from './relayed-body';

/** Creates the relay for `readLfsUrl`; `next` handles all other paths. */
export function relayLfs(deps: LfsDeps, next: LocalRelay): LocalRelay {
  return async (request) => {
    if (!readLfsUrl(request.path)) return next(request);
    const { method, path, headers, context, signal } = request;
    const body = new RelayedBody();
    // The response reports a failure.
    body.on('error', () => undefined);
    const abort = (): void => void body.destroy(new Error('the client has disconnected'));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    if (method === 'GET') body.end();
    const handled = handleLfs(deps, { method, path, headers, context, body: body.chunks(), signal });
    const reply = handled.then(({ status, headers: sent, content }) => {
      if (signal.aborted && content instanceof Readable) content.destroy();
      signal.throwIfAborted();
      body.discardRest();
      return {
        status,
        headers: sent,
        async pipeTo(target: Writable): Promise<void> {
          if (content instanceof Readable) await pipeline(content, target, { end: false });
          else target.write(content);
        },
      };
    });
    reply.catch(() => undefined);
    return { body: method === 'GET' ? undefined : body, reply, destroy: abort };
  };
}
