import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { GitChild } from '../git-child';
import { gitHeaders } from '../transport-state';

/**
 * Writes with backpressure; resolves when more may be written, or when the client has disconnected.
 */
export function writePaced(response: ServerResponse, chunk: Buffer): Promise<void> {
  if (response.destroyed || chunk.length === 0 || response.write(chunk)) return Promise.resolve();
  return new Promise((resolve) => {
    const resume = (): void => {
      response.off('drain', resume).off('close', resume);
      resolve();
    };
    response.on('drain', resume).on('close', resume);
  });
}

/**
 * Streams a process's output as the response, with backpressure. The status is sent with the first
 * byte, so that a process that fails before any output can still get an error response. Returns
 * whether anything was sent.
 */
export async function streamResponse(
  child: GitChild,
  response: ServerResponse,
  contentType: string,
  transform: (chunk: Buffer) => Buffer = (chunk) => chunk,
): Promise<boolean> {
  for await (const chunk of child.stdout as Readable & AsyncIterable<Buffer>) {
    child.touch();
    const bytes = transform(chunk);
    if (bytes.length === 0 || response.destroyed) continue;
    if (!response.headersSent) response.writeHead(200, gitHeaders(contentType));
    await writePaced(response, bytes);
  }
  return response.headersSent;
}

/** Ends a response; a successful run without output is an empty 200. */
export function endResponse(response: ServerResponse, contentType: string, rest?: Buffer): void {
  if (response.destroyed) return;
  if (!response.headersSent) response.writeHead(200, gitHeaders(contentType));
  response.end(rest);
}
