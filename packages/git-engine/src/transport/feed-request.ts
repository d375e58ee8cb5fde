import { pipeline } from 'node:stream/promises';
import { Transform } from 'node:stream';
import type { GitChild } from './git-child';
import { HttpError, openBody } from './request-body';
import type { Exchange } from './transport-state';

/**
 * Feeds the body of a request to a process, at the process's pace. When the process has heard
 * enough, the rest is read and thrown away, because a client that is still sending would not read
 * the answer. Rejects only for what the client did wrong; the process is ended then.
 */
export async function feedRequest(exchange: Exchange, child: GitChild, limit: number): Promise<void> {
  const { request, service } = exchange;
  try {
    const body = openBody(request, `application/x-${service}-request`, limit);
    await pipeline(body, noticing(child), child.stdin);
  } catch (error) {
    if (error instanceof HttpError) {
      child.stop();
      throw error;
    }
    request.unpipe();
    request.resume();
  }
}

function noticing(child: GitChild): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      child.touch();
      done(null, chunk);
    },
  });
}
