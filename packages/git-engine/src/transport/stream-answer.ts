import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { GitChild } from './git-child';
import { gitHeaders } from './transport-state';

/**
 * Writes to the client at its own pace; resolves when more may come, or when the client has gone.
 */
export function writePaced(response: ServerResponse, chunk: Buffer): Promise<void> {
  if (response.destroyed || chunk.length === 0 || response.write(chunk)) return Promise.resolve();
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

/**
 * Sends a process's output as the answer, at the client's pace. The status waits for the first
 * byte, so that a process that fails before it says anything can still be answered with an error.
 * Answers whether anything was sent.
 */
export async function streamAnswer(
  child: GitChild,
  response: ServerResponse,
  contentType: string,
  pass: (chunk: Buffer) => Buffer = (chunk) => chunk,
): Promise<boolean> {
  for await (const chunk of child.stdout as Readable & AsyncIterable<Buffer>) {
    child.touch();
    const bytes = pass(chunk);
    if (bytes.length === 0 || response.destroyed) continue;
    if (!response.headersSent) response.writeHead(200, gitHeaders(contentType));
    await writePaced(response, bytes);
  }
  return response.headersSent;
}

/** Ends an answer; one that git gave without a word is empty but good. */
export function endAnswer(response: ServerResponse, contentType: string, rest?: Buffer): void {
  if (response.destroyed) return;
  if (!response.headersSent) response.writeHead(200, gitHeaders(contentType));
  response.end(rest);
}
