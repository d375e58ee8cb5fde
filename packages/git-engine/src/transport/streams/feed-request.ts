import { pipeline } from 'node:stream/promises';
import { Transform, type Readable } from 'node:stream';
import type { GitChild } from '../git-child';
import { HttpError, openBody } from './request-body';
import type { Exchange } from '../transport-state';

/**
 * Streams the body of a request into a process with backpressure. When the process stops reading,
 * the rest is read and discarded, because a client that is still sending would not read the
 * response. Rejects only for errors of the client; the process is stopped then.
 */
export async function feedRequest(exchange: Exchange, child: GitChild, limit: number): Promise<void> {
  await feedBody(exchange, child, () => openRequestBody(exchange, limit));
}

/** The decompressed body; see `openBody`. */
export function openRequestBody({ request, service }: Exchange, limit: number): Readable {
  return openBody(request, `application/x-${service}-request`, limit);
}

/** Like `feedRequest`, with a body of which a part may have been read already. */
export async function feedBody({ request }: Exchange, child: GitChild, open: () => Readable): Promise<void> {
  try {
    await pipeline(open(), createMonitor(child), child.stdin);
  } catch (error) {
    if (error instanceof HttpError) {
      child.stop();
      throw error;
    }
    request.unpipe();
    request.resume();
  }
}

function createMonitor(child: GitChild): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      child.touch();
      done(null, chunk);
    },
  });
}
