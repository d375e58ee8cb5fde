import { pipeline } from 'node:stream/promises';
import { Transform } from 'node:stream';
import type { GitChild } from '../git-child';
import { HttpError, openBody } from './request-body';
import type { Exchange } from '../transport-state';

/**
 * Streams the body of a request into a process with backpressure. When the process stops reading,
 * the rest is read and discarded, because a client that is still sending would not read the
 * response. Rejects only for errors of the client; the process is stopped then.
 */
export async function feedRequest(exchange: Exchange, child: GitChild, limit: number): Promise<void> {
  const { request, service } = exchange;
  try {
    const body = openBody(request, `application/x-${service}-request`, limit);
    await pipeline(body, createMonitor(child), child.stdin);
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
