/** The response to one request, or to one command of a session. */
import type { ServerResponse } from 'node:http';
import { type PaceLimits, PaceWatch } from '@forgemesh/admission';
import { whenDrained } from './when-drained';

/** What a reply is written to. */
export interface ReplyOptions {
  response: ServerResponse;
  contentType: string;
  /** The response continues after this reply. */
  isSession: boolean;
  /** Minimum speed of the client. */
  pace: PaceLimits;
  /** Called when the client is too slow; its connection is then closed. */
  onSlow: () => void;
}

/** Small enough that a slow client makes progress within the idle timeout. */
const PIECE_BYTES = 64 * 1024;

/** The headers of every response: git output must not be cached. */
export function gitHeaders(contentType: string): Record<string, string> {
  return {
    'Content-Type': contentType,
    'Cache-Control': 'no-cache, max-age=0, must-revalidate',
    Pragma: 'no-cache',
    Expires: 'Fri, 01 Jan 1980 00:00:00 GMT',
  };
}

export class Reply {
  /** Whether anything was written. */
  hasStarted = false;
  private readonly watch: PaceWatch;

  constructor(private readonly options: ReplyOptions) {
    const { response, pace, onSlow } = options;
    this.watch = new PaceWatch(pace, () => {
      onSlow();
      response.destroy();
    });
  }

  /**
   * Writes with backpressure; resolves when more may be written, or the client has disconnected.
   */
  async write(bytes: Buffer): Promise<void> {
    const { response } = this.options;
    for (let at = 0; at < bytes.length && !response.destroyed; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      this.start({});
      if (response.write(piece)) this.watch.endWait(piece.length);
      else await this.waitForClient(whenDrained(response), piece.length);
    }
  }

  /**
   * Like `write`; resolves when the bytes have been handed to the system, so that their buffer can
   * be used again.
   */
  async writeThrough(bytes: Buffer): Promise<void> {
    const { response } = this.options;
    if (response.destroyed) return;
    this.start({});
    const isWritten = new Promise<void>((resolve) => {
      response.once('close', resolve);
      response.write(bytes, () => {
        response.off('close', resolve);
        resolve();
      });
    });
    await this.waitForClient(isWritten, bytes.length);
  }

  /** Writes the complete reply. */
  async send(bytes: Buffer): Promise<void> {
    const { response, isSession } = this.options;
    if (response.destroyed) return;
    this.start({ 'Content-Length': String(bytes.length) });
    if (isSession || bytes.length > PIECE_BYTES) await this.write(bytes);
    this.end(isSession || bytes.length > PIECE_BYTES ? undefined : bytes);
  }

  /** Ends the reply; without any content it is an empty success. */
  end(rest?: Buffer): void {
    const { response, isSession } = this.options;
    this.watch.stop();
    if (response.destroyed) return;
    this.start({});
    if (!isSession) response.end(rest);
    else if (rest !== undefined && rest.length > 0) response.write(rest);
  }

  /** Ends the watch of the client; for a reply that has failed. */
  stop(): void {
    this.watch.stop();
  }

  /** The head is sent with the first bytes, so that a failure before them can still be a status. */
  private start(headers: Record<string, string>): void {
    const { response, contentType } = this.options;
    this.hasStarted = true;
    if (!response.headersSent) response.writeHead(200, { ...gitHeaders(contentType), ...headers });
  }

  private async waitForClient(written: Promise<void>, bytes: number): Promise<void> {
    this.watch.beginWait();
    await written;
    this.watch.endWait(bytes);
  }
}
